/* How often each vehicle reported its location, beside the intervals that Fleet Engine documents. */
Report.cadence = (function () {
  const el = Report.el, svg = Report.svg, Column = Report.Column, Flag = Report.Flag, calls = Report.calls;
  // The documented limits of intervals in seconds, as the findings use them.
  const fastest = Report.data.intervals.least, slowest = Report.data.intervals.most;
  const tolerance = Report.data.intervals.tolerance;
  const shownFirst = 6;
  // The most marks that can be told apart in a chart.
  const marks = 600;
  const height = 116, top = 8, bottom = 98;
  const panel = Report.byId('cadence-panel');
  let isAll = false;
  // The width of a chart in pixels: that of the panel.
  let width = 400;

  /* The moments of updates by vehicle, in milliseconds, each with its call and whether tracking ends with it. */
  function updates(useFixTime) {
    const found = new Map();
    calls.forEach(function (row, index) {
      if (!row[Column.subjects].length) return;
      const subject = row[Column.subjects][0];
      if (row[Column.reports].length && !found.has(subject)) found.set(subject, []);
      const list = found.get(subject) || [];
      if (useFixTime) row[Column.reports].forEach(function (at) { if (at !== null) list.push({ at: at, call: index }); });
      else if (row[Column.reports].length && Report.time(index) !== null) list.push({ at: Report.time(index), call: index });
      if (row[Column.flags] & Flag.endsTracking && list.length) list[list.length - 1].endsTracking = true;
    });
    return found;
  }

  /* The intervals from each update to the next, without those after the end of tracking and those of a clock that was set back. */
  function intervals(list) {
    const gaps = [];
    list.slice(1).forEach(function (update, place) {
      const before = list[place];
      if (before.endsTracking || update.at < before.at) return;
      gaps.push({ seconds: (update.at - before.at) / 1000, at: update.at, call: update.call });
    });
    return gaps.sort(function (a, b) { return a.at - b.at; });
  }

  function kind(gap) {
    return gap.seconds < fastest - tolerance ? 'fast' : gap.seconds > slowest + tolerance ? 'slow' : 'right';
  }

  /* A logarithmic scale that contains the documented band and all but extreme intervals. */
  function scaleFor(gaps) {
    const floor = Math.max(0.001, gaps.reduce(function (least, gap) {
      return Math.min(least, gap.seconds / 1.3);
    }, fastest / 2));
    const ceiling = Math.min(86400, gaps.reduce(function (most, gap) {
      return Math.max(most, gap.seconds * 1.3);
    }, slowest * 2));
    return function (seconds) {
      const part = Math.log(Math.max(floor, Math.min(ceiling, seconds)) / floor) / Math.log(ceiling / floor);
      return bottom - part * (bottom - top);
    };
  }

  /* Thins out very many intervals: keeps the shortest and the longest in each stretch of time. */
  function thinned(gaps) {
    if (gaps.length <= marks) return gaps;
    const first = gaps[0].at, length = Math.max(1, gaps[gaps.length - 1].at - first), stretches = [];
    gaps.forEach(function (gap) {
      const place = Math.min(marks / 2 - 1, Math.floor((gap.at - first) / length * marks / 2));
      const stretch = stretches[place] = stretches[place] || { least: gap, most: gap };
      if (gap.seconds < stretch.least.seconds) stretch.least = gap;
      if (gap.seconds > stretch.most.seconds) stretch.most = gap;
    });
    return stretches.reduce(function (list, stretch) {
      return list.concat(stretch.least === stretch.most ? [stretch.least] : [stretch.least, stretch.most]);
    }, []);
  }

  function chart(subject, list, gaps) {
    const first = list.reduce(function (least, update) { return Math.min(least, update.at); }, Infinity);
    const last = list.reduce(function (most, update) { return Math.max(most, update.at); }, -Infinity);
    const y = scaleFor(gaps);
    const x = function (at) { return 42 + (last > first ? (at - first) / (last - first) : 0.5) * (width - 50); };
    const picture = svg('svg', { viewBox: '0 0 ' + width + ' ' + height, role: 'img',
      'aria-label': 'Intervals between the updates of ' + Report.subjectText(subject) }, [
      svg('rect', { x: 38, y: y(slowest), width: width - 42, height: y(fastest) - y(slowest), 'class': 'band' })
    ].concat([fastest, slowest].map(function (seconds) {
      return svg('text', { x: 34, y: y(seconds) + 3.5, 'class': 'tick end' }, seconds + ' s');
    }), [
      svg('text', { x: 38, y: height - 2, 'class': 'tick' }, Report.clock(first, 0)),
      svg('text', { x: width - 4, y: height - 2, 'class': 'tick end' }, Report.clock(last, 0))
    ]));
    thinned(gaps).forEach(function (gap) {
      const px = x(gap.at), py = y(gap.seconds);
      const name = kind(gap);
      const text = Report.span(gap.seconds) + ' before ' + Report.summary(gap.call);
      const shape = name === 'right' ? svg('circle', { cx: px, cy: py, r: 2.4 })
        : svg('path', { d: name === 'slow' ? 'M' + (px - 3.2) + ' ' + (py + 2.6) + 'h6.4l-3.2 -5.4z'
          : 'M' + (px - 3.2) + ' ' + (py - 2.6) + 'h6.4l-3.2 5.4z' });
      shape.setAttribute('class', 'gap ' + name);
      shape.addEventListener('pointermove', function (event) { Report.showTip(text, event.clientX, event.clientY); });
      shape.addEventListener('pointerleave', Report.hideTip);
      shape.addEventListener('click', function () { Report.open(gap.call); });
      picture.appendChild(shape);
    });
    return picture;
  }

  function median(values) {
    const sorted = values.slice().sort(function (a, b) { return a - b; });
    return sorted.length % 2 ? sorted[(sorted.length - 1) / 2]
      : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
  }

  function vehicle(subject, list) {
    const gaps = intervals(list);
    const fast = gaps.filter(function (gap) { return kind(gap) === 'fast'; }).length;
    const slow = gaps.filter(function (gap) { return kind(gap) === 'slow'; }).length;
    const facts = [Report.plural(list.length, 'update')];
    if (gaps.length) facts.push('median ' + Report.span(median(gaps.map(function (gap) { return gap.seconds; }))));
    const verdict = !gaps.length ? null : fast + slow === 0 ? el('span', { 'class': 'good' }, 'all within ' + fastest + '–' + slowest + ' s')
      : el('span', {}, [fast ? el('span', { 'class': 'fast' }, '▾ ' + fast + ' sooner') : null,
        fast && slow ? ' · ' : null, slow ? el('span', { 'class': 'slow' }, '▴ ' + slow + ' later') : null]);
    return el('div', { 'class': 'vehicle', 'data-subject': subject }, [
      el('div', { 'class': 'facts' }, [Report.swatch(Report.colour(subject)),
        el('strong', {}, Report.subjectText(subject)), el('span', { 'class': 'quiet' }, facts.join(' · ')), verdict]),
      gaps.length ? chart(subject, list, gaps) : el('p', { 'class': 'quiet' }, 'No interval to show.')
    ]);
  }

  function draw(useFixTime) {
    Report.empty(panel);
    width = Math.max(240, panel.clientWidth - 32);
    const found = updates(useFixTime);
    const subjects = Array.from(found.keys()).filter(function (subject) { return found.get(subject).length; })
      .sort(function (a, b) { return found.get(b).length - found.get(a).length; });
    if (!subjects.length) {
      panel.appendChild(el('p', { 'class': 'nothing' }, 'No call in this capture reports the location of a vehicle.'));
      return;
    }
    panel.appendChild(el('p', { 'class': 'hint' }, ['Each mark is the time since the vehicle’s update before. ',
      'The band is ' + fastest + ' to ' + slowest + ' s; sooner slows requests, later leaves riders guessing.']));
    subjects.slice(0, isAll ? subjects.length : shownFirst).forEach(function (subject) {
      panel.appendChild(vehicle(subject, found.get(subject)));
    });
    if (!isAll && subjects.length > shownFirst) {
      panel.appendChild(el('button', { type: 'button', 'class': 'plain', onclick: function () {
        isAll = true;
        draw(useFixTime);
      } }, 'Show all ' + subjects.length));
    }
  }

  function make() {
    let known = 0, total = 0;
    calls.forEach(function (row) {
      row[Column.reports].forEach(function (at) { total += 1; if (at !== null) known += 1; });
    });
    const list = Report.byId('cadence-clock');
    list.appendChild(el('option', { value: 'sent' }, 'of the packet'));
    if (known) list.appendChild(el('option', { value: 'fix' }, 'of the fix'));
    list.value = known * 2 > total ? 'fix' : 'sent';
    list.addEventListener('change', function () { draw(list.value === 'fix'); });
    draw(list.value === 'fix');
  }

  return { make: make };
}());
