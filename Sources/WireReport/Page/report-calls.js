/* The table of calls and its filters. */
Report.table = (function () {
  const el = Report.el, Column = Report.Column, calls = Report.calls, data = Report.data;
  // The most rows in the document at a time: enough to scroll through, few enough for any browser.
  const pageSize = 250;
  const columns = [
    { key: 'number', title: '#', number: true, value: function (index) { return index; } },
    { key: 'time', title: 'Time (UTC)', value: function (index) { return Report.time(index); } },
    { key: 'duration', title: 'Took', number: true, value: function (index) { return calls[index][Column.duration]; } },
    { key: 'method', title: 'Method', value: Report.methodName },
    { key: 'about', title: 'About', value: function (index) { return about(index); } },
    { key: 'status', title: 'Status', value: function (index) { return Report.outcome(index)[0]; } },
    { key: 'request', title: 'Sent', number: true, value: function (index) { return calls[index][Column.requestBytes]; } },
    { key: 'response', title: 'Received', number: true,
      value: function (index) { return calls[index][Column.responseBytes]; } }
  ];
  let sorting = { column: columns[1], descending: false };
  let order = [];
  let page = 0;
  let selected = null;
  let body, headings;

  function about(index) {
    const subjects = calls[index][Column.subjects];
    return subjects.length ? Report.subjectText(subjects[0]) : '';
  }

  // MARK: Filters

  function select(label, options, changed) {
    const list = el('select', { 'aria-label': label, onchange: function () {
      changed(list.value === '' ? null : Number(list.value));
    } }, [el('option', { value: '' }, label)].concat(options));
    return list;
  }

  function methodOptions() {
    return data.methods.map(function (method, index) { return { text: method[1], index: index }; })
      .sort(function (a, b) { return a.text < b.text ? -1 : 1; })
      .map(function (method) { return el('option', { value: method.index }, method.text); });
  }

  /* The subjects with most calls, by kind; the search finds the others. */
  function subjectOptions() {
    const counts = new Map();
    calls.forEach(function (row) {
      row[Column.subjects].forEach(function (subject) { counts.set(subject, (counts.get(subject) || 0) + 1); });
    });
    const groups = {};
    Array.from(counts.keys()).sort(function (a, b) { return counts.get(b) - counts.get(a) || a - b; }).slice(0, 500)
      .forEach(function (subject) {
        const title = data.subjects[subject][2];
        (groups[title] = groups[title] || []).push(
          el('option', { value: subject }, Report.subjectText(subject) + ' (' + counts.get(subject) + ')'));
      });
    return Object.keys(groups).map(function (title) {
      return el('optgroup', { label: title.charAt(0).toUpperCase() + title.slice(1) }, groups[title]);
    });
  }

  function makeFilters() {
    const form = Report.byId('filters');
    let pending = 0;
    const search = el('input', {
      type: 'search', id: 'search', placeholder: 'Search: method, status, id, any text in a message',
      'aria-label': 'Search the calls', autocomplete: 'off', spellcheck: 'false',
      oninput: function () {
        clearTimeout(pending);
        pending = setTimeout(function () { Report.setFilter({ query: search.value }); }, 150);
      }
    });
    const method = select('All methods', methodOptions(), function (value) { Report.setFilter({ method: value }); });
    const options = subjectOptions();
    const subject = select('All vehicles and trips', options, function (value) {
      Report.setFilter({ subject: value });
    });
    const categories = Report.categoryChips('Categories of status');
    const range = el('button', {
      type: 'button', 'class': 'chip', hidden: true, onclick: function () { Report.emit('whole'); }
    });
    const clear = el('button', {
      type: 'button', 'class': 'plain', hidden: true, onclick: function () {
        search.value = '';
        Report.setFilter({ query: '', categories: {}, method: null, subject: null });
        Report.emit('whole');
      }
    }, 'Clear');
    form.addEventListener('submit', function (event) { event.preventDefault(); });
    Report.empty(form).appendChild(el('div', { 'class': 'line' }, [search, method, options.length ? subject : null]));
    form.appendChild(el('div', { 'class': 'line' }, [categories, range, clear]));
    Report.on('filter', function () {
      const filter = Report.filter;
      method.value = filter.method === null ? '' : String(filter.method);
      subject.value = filter.subject === null ? '' : String(filter.subject);
      range.hidden = !filter.range;
      if (filter.range) {
        range.textContent = Report.clock(filter.range.first) + ' – ' + Report.clock(filter.range.last) + ' ×';
        range.setAttribute('aria-label', 'Show the whole time again');
      }
      clear.hidden = !(filter.query || filter.range || filter.method !== null || filter.subject !== null
        || Object.keys(filter.categories).length);
    });
  }

  // MARK: Rows

  function cell(name, content, title) {
    return el('td', { 'class': name, role: 'cell', title: title }, content);
  }

  function size(total, messages) {
    if (!messages) return total ? Report.bytes(total) : '–';
    return (messages > 1 ? messages + '× ' : '') + Report.bytes(total);
  }

  function row(index) {
    const call = calls[index], outcome = Report.outcome(index), at = Report.time(index);
    const path = call[Column.method] === null ? '' : data.methods[call[Column.method]][0];
    return el('tr', {
      role: 'row', 'data-call': index, 'class': index === selected ? 'selected' : null,
      onclick: function () { Report.open(index); }
    }, [
      cell('number', String(Report.number(index))),
      cell('time', at === null ? '–' : Report.clock(at)),
      cell('number took', call[Column.duration] === null ? '–' : Report.span(call[Column.duration] / 1e6)),
      cell('method', el('a', { href: '#call-' + Report.number(index), title: path }, Report.methodName(index))),
      cell('about', about(index), about(index)),
      cell('status', [Report.mark(outcome[1]), outcome[0]], outcome[2]),
      cell('number sent', size(call[Column.requestBytes], call[Column.requests])),
      cell('number received', size(call[Column.responseBytes], call[Column.responses]))
    ]);
  }

  function arrange() {
    const keys = [], direction = sorting.descending ? -1 : 1;
    order = [];
    for (let index = 0; index < calls.length; index += 1) {
      if (!Report.shown[index]) continue;
      order.push(index);
      keys[index] = sorting.column.value(index);
    }
    order.sort(function (a, b) {
      const left = keys[a], right = keys[b];
      if (left === right) return a - b;
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right ? -direction : direction;
    });
  }

  function draw() {
    const pages = Math.max(1, Math.ceil(order.length / pageSize));
    page = Math.max(0, Math.min(page, pages - 1));
    const part = order.slice(page * pageSize, (page + 1) * pageSize);
    Report.empty(body);
    part.forEach(function (index) { body.appendChild(row(index)); });
    if (!part.length) {
      body.appendChild(el('tr', { role: 'row' }, el('td', { role: 'cell', colspan: columns.length, 'class': 'nothing' },
        calls.length ? 'No call fits the filter.' : 'There is no gRPC call in this capture.')));
    }
    Report.byId('calls-count').textContent = order.length === calls.length
      ? Report.count(calls.length) : Report.count(order.length) + ' of ' + Report.count(calls.length);
    drawPager(pages);
  }

  function drawPager(pages) {
    const pager = Report.empty(Report.byId('calls-pager'));
    if (pages < 2) return;
    function button(text, target) {
      return el('button', { type: 'button', disabled: target < 0 || target >= pages, onclick: function () {
        page = target;
        draw();
        Report.byId('calls').scrollIntoView();
      } }, text);
    }
    pager.appendChild(button('Previous', page - 1));
    pager.appendChild(el('span', { 'class': 'quiet' }, 'Rows ' + Report.count(page * pageSize + 1) + '–'
      + Report.count(Math.min(order.length, (page + 1) * pageSize)) + ' of ' + Report.count(order.length)));
    pager.appendChild(button('Next', page + 1));
  }

  function drawHeadings() {
    headings.forEach(function (heading, index) {
      const isSorted = sorting.column === columns[index];
      heading.setAttribute('aria-sort', !isSorted ? 'none' : sorting.descending ? 'descending' : 'ascending');
    });
  }

  function make() {
    makeFilters();
    headings = columns.map(function (column) {
      return el('th', { scope: 'col', role: 'columnheader', 'class': (column.number ? 'number ' : '') + column.key },
        el('button', { type: 'button', onclick: function () {
          sorting = { column: column, descending: sorting.column === column && !sorting.descending };
          arrange();
          drawHeadings();
          draw();
        } }, column.title));
    });
    body = el('tbody', { role: 'rowgroup' });
    Report.byId('calls-panel').appendChild(el('table', { role: 'table', 'aria-labelledby': 'calls-title' }, [
      el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, headings)), body
    ]));
    drawHeadings();
    Report.on('filter', function () { page = 0; arrange(); draw(); });
    Report.on('select', function (index) {
      selected = index;
      Array.from(body.querySelectorAll('.selected')).forEach(function (other) { other.classList.remove('selected'); });
      const line = index === null ? null : body.querySelector('[data-call="' + index + '"]');
      if (line) line.classList.add('selected');
    });
  }

  /* The next or previous call in the order of the table. */
  function neighbour(index, step) {
    const place = order.indexOf(index);
    return place < 0 ? order[0] : order[place + step];
  }

  return { make: make, neighbour: neighbour };
}());
