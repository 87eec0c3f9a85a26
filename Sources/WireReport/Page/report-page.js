/* The head of the page and the findings; starts the other parts in their order. */
(function () {
  const el = Report.el, data = Report.data, calls = Report.calls, Column = Report.Column;
  const severities = ['error', 'warning', 'note'];
  const findingsFirst = 5;

  Report.evidenceText = function (evidence) {
    const place = [evidence.path, evidence.offset === null ? null : 'byte ' + evidence.offset].filter(Boolean);
    return [place.join(', '), evidence.text].filter(Boolean).join(': ');
  };

  function head() {
    const file = Report.visible(data.file);
    document.title = file + ' – capture report';
    Report.byId('file').textContent = file;
    const extent = Report.extent;
    const parts = [];
    if (extent) {
      parts.push(Report.day(extent.first) + ' ' + Report.clock(extent.first, 0) + ' – '
        + (Report.day(extent.last) === Report.day(extent.first) ? '' : Report.day(extent.last) + ' ')
        + Report.clock(extent.last, 0) + ' UTC', Report.span((extent.last - extent.first) / 1000));
    }
    parts.push(Report.plural(data.links.length, 'connection'));
    Report.byId('span').textContent = parts.join(' · ');
    const remarks = Report.byId('remarks');
    data.remarks.forEach(function (text) { remarks.appendChild(el('li', {}, text)); });
    remarks.hidden = !data.remarks.length;
  }

  function tile(number, label, target) {
    return el('a', { 'class': 'tile', href: target }, [el('strong', {}, Report.count(number)), el('span', {}, label)]);
  }

  function overview() {
    const box = Report.byId('overview');
    const kinds = {};
    data.subjects.forEach(function (subject) { kinds[subject[0]] = (kinds[subject[0]] || 0) + 1; });
    const vehicles = (kinds.vehicles || 0) + (kinds.deliveryVehicles || 0);
    const tiles = [
      tile(data.total, Report.inflected(data.total, 'call'), '#calls'), tile(data.failed, 'failed', '#calls'),
      tile(vehicles, Report.inflected(vehicles, 'vehicle'), '#map')
    ];
    if (data.benign) tiles.splice(2, 0, tile(data.benign, 'benign', '#calls'));
    if (kinds.trips) tiles.push(tile(kinds.trips, Report.inflected(kinds.trips, 'trip'), '#map'));
    if (kinds.tasks) tiles.push(tile(kinds.tasks, Report.inflected(kinds.tasks, 'task'), '#calls'));
    tiles.push(tile(data.findings.length, Report.inflected(data.findings.length, 'finding'), '#findings'));
    box.appendChild(el('div', { 'class': 'tiles' }, tiles));
    if (!data.total) return;
    const present = Report.categories.filter(function (category) { return data.categories[category.key]; });
    const bar = el('div', { 'class': 'share', 'aria-hidden': 'true' }, present.map(function (category) {
      const part = el('span', { 'class': 'part ' + category.key });
      part.style.flexGrow = data.categories[category.key];
      return part;
    }));
    box.appendChild(el('div', { 'class': 'categories' }, [bar, Report.categoryChips('Calls by category')]));
  }

  // MARK: Findings

  function evidence(item) {
    const text = Report.evidenceText(item);
    if (item.call === null) return el('li', {}, text);
    const link = Report.indexOf(item.call) !== undefined
      ? el('a', { href: '#call-' + item.call }, 'call #' + item.call) : 'call #' + item.call;
    return el('li', {}, [link, text ? ' ' + text : '']);
  }

  function finding(one) {
    const shown = one.evidence.slice(0, 4), rest = one.evidence.slice(4);
    const list = el('ul', { 'class': 'evidence' }, shown.map(evidence));
    if (rest.length || one.more_evidence) {
      const button = el('button', { type: 'button', 'class': 'plain', onclick: function () {
        list.removeChild(item);
        rest.forEach(function (more) { list.appendChild(evidence(more)); });
        if (one.more_evidence) list.appendChild(el('li', { 'class': 'quiet' }, 'and ' + one.more_evidence + ' more in the capture'));
      } }, 'and ' + (rest.length + one.more_evidence) + ' more');
      const item = el('li', {}, button);
      list.appendChild(item);
    }
    return el('article', { 'class': 'finding ' + one.severity, 'data-code': one.code }, [
      el('p', { 'class': 'summary' }, [el('span', { 'class': 'severity' }, one.severity), ' ', one.summary,
        one.resource ? el('span', { 'class': 'about' }, one.resource.split('/').pop()) : null]),
      el('p', { 'class': 'quiet' }, one.remedy), one.evidence.length ? list : null
    ]);
  }

  function findings() {
    const list = Report.byId('findings-list');
    Report.byId('findings-count').textContent = data.findings.length || '';
    if (!data.findings.length) {
      list.appendChild(el('p', { 'class': 'panel nothing' }, data.total ? 'Nothing stands out in these calls.' : 'No calls, no findings.'));
      return;
    }
    const sorted = data.findings.slice().sort(function (a, b) {
      return severities.indexOf(a.severity) - severities.indexOf(b.severity);
    });
    sorted.slice(0, findingsFirst).forEach(function (one) { list.appendChild(finding(one)); });
    if (sorted.length > findingsFirst) {
      Report.more(list, 'Show ' + (sorted.length - findingsFirst) + ' more', 'wide-button', function () {
        sorted.slice(findingsFirst).forEach(function (one) { list.appendChild(finding(one)); });
      });
    }
  }

  function sections() {
    const list = Report.byId('sections');
    Array.from(document.querySelectorAll('main section[aria-labelledby]')).forEach(function (section) {
      const title = section.querySelector('h2').firstChild.textContent.trim();
      list.appendChild(el('a', { href: '#' + section.id }, title));
    });
  }

  /* Opens the call that the address names: #call-12. */
  function follow() {
    const match = /^#call-(\d+)$/.exec(location.hash);
    if (!match) return;
    const index = Report.indexOf(Number(match[1]));
    if (index !== undefined) Report.details.show(index);
  }

  head();
  overview();
  sections();
  // Vehicles on the map get their colours first, so that they have the same colours everywhere.
  data.map.tracks.forEach(function (track) { Report.colour(track.mover); });
  Report.table.make();
  findings();
  Report.timeline.make();
  Report.map.make();
  Report.cadence.make();
  Report.applyFilter();
  window.addEventListener('hashchange', follow);
  follow();
  document.documentElement.setAttribute('data-ready', String(calls.length));
}());
