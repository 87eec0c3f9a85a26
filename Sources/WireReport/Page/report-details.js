/* The panel of one call: what its end means, findings about it, messages as trees, headers. */
Report.details = (function () {
  const el = Report.el, Column = Report.Column, data = Report.data, calls = Report.calls;
  const panel = Report.byId('details');
  // The most elements of a list that are in the document before someone asks for more.
  const listStep = 100;
  let current = null;
  let opener = null;

  // MARK: JSON as a tree

  function scalar(value) {
    const kind = value === null ? 'null' : typeof value;
    return el('span', { 'class': 'value ' + kind }, kind === 'string' ? '"' + value + '"' : String(value));
  }

  function entries(value) {
    return Array.isArray(value) ? value.map(function (item, index) { return [index, item]; })
      : Object.keys(value).map(function (key) { return [key, value[key]]; });
  }

  function sizeText(value) {
    const size = entries(value).length;
    return Array.isArray(value) ? Report.plural(size, 'element') : size ? '' : 'empty';
  }

  function node(key, value, depth) {
    const name = el('span', { 'class': typeof key === 'number' ? 'index' : 'key' }, String(key));
    if (value === null || typeof value !== 'object') return el('div', { 'class': 'leaf' }, [name, scalar(value)]);
    const items = entries(value);
    if (!items.length) {
      return el('div', { 'class': 'leaf' }, [name, el('span', { 'class': 'quiet' }, Array.isArray(value) ? '[ ]' : '{ }')]);
    }
    const place = value.latitude !== undefined && items.length <= 2
      ? el('span', { 'class': 'quiet' }, value.latitude + ', ' + (value.longitude || 0)) : null;
    const box = el('details', {}, el('summary', {}, [name, el('span', { 'class': 'quiet' }, sizeText(value)), place]));
    let isMade = false;
    function fill() {
      if (isMade) return;
      isMade = true;
      box.appendChild(branch(items, depth + 1));
    }
    box.addEventListener('toggle', function () { if (box.open) fill(); });
    box.fill = fill;
    if (depth < 3 && items.length <= 12 && !place) { fill(); box.open = true; }
    return box;
  }

  function branch(items, depth) {
    const list = el('div', { 'class': 'branch' });
    let done = 0;
    function more() {
      items.slice(done, done + listStep).forEach(function (item) { list.appendChild(node(item[0], item[1], depth)); });
      done = Math.min(items.length, done + listStep);
      if (done < items.length) Report.more(list, Report.plural(items.length - done, 'more element'), 'plain', more);
    }
    more();
    return list;
  }

  function toggleAll(tree, isOpen) {
    // Children are made when their parent is opened; eight levels show all of any Fleet Engine message.
    for (let level = 0; level < (isOpen ? 8 : 1); level += 1) {
      Array.from(tree.querySelectorAll('details')).forEach(function (box) {
        if (isOpen) box.fill();
        box.open = isOpen;
      });
    }
  }

  function copy(text, button) {
    const area = el('textarea', { 'class': 'offscreen' });
    area.value = text;
    panel.appendChild(area);
    area.select();
    const isDone = document.execCommand('copy');
    panel.removeChild(area);
    button.textContent = isDone ? 'Copied' : 'Not allowed';
    setTimeout(function () { button.textContent = 'Copy JSON'; }, 1500);
  }

  // MARK: Parts

  function message(value, position, count) {
    const facts = [count > 1 ? (position + 1) + ' of ' + count : null, Report.bytes(value.bytes)];
    if (value.compressed !== undefined) facts.push(value.encoding + ', ' + Report.bytes(value.compressed) + ' sent');
    const head = el('div', { 'class': 'facts' }, el('span', { 'class': 'quiet' }, facts.filter(Boolean).join(' · ')));
    const parts = [head];
    if (value.damage) parts.push(el('p', { 'class': 'remark' }, 'Damaged: ' + value.damage));
    if (value.json !== undefined) {
      const items = value.json !== null && typeof value.json === 'object' ? entries(value.json) : null;
      const tree = el('div', { 'class': 'tree' }, items ? branch(items, 0) : scalar(value.json));
      let isOpen = false;
      if (items && tree.querySelector('details')) {
        head.appendChild(el('button', { type: 'button', 'class': 'plain', onclick: function (event) {
          isOpen = !isOpen;
          toggleAll(tree, isOpen);
          event.target.textContent = isOpen ? 'Close all' : 'Open all';
        } }, 'Open all'));
      }
      head.appendChild(el('button', { type: 'button', 'class': 'plain', onclick: function (event) {
        copy(JSON.stringify(value.json, null, 2), event.target);
      } }, 'Copy JSON'));
      if (items && !items.length) parts.push(el('p', { 'class': 'quiet' }, 'No field is set.'));
      else parts.push(tree);
    } else if (value.tree !== undefined) {
      parts.push(el('pre', { tabindex: '0' }, value.tree));
      if (value.treeOf !== undefined) {
        parts.push(el('p', { 'class': 'remark' }, 'Only the first ' + Report.bytes(value.treeOf)
          + ' are on this page; wiredump capture shows the whole.'));
      }
    } else {
      parts.push(el('p', { 'class': 'quiet' }, 'Empty: every field has its default.'));
    }
    return el('div', { 'class': 'message' }, parts);
  }

  function body(title, side) {
    if (!side) return null;
    const total = side.messages.length + (side.omitted || 0);
    const type = side.type ? side.type.split('.').pop() : '';
    const parts = side.messages.map(function (value, position) { return message(value, position, total); });
    if (!total) parts.push(el('p', { 'class': 'quiet' }, 'No message.'));
    if (side.omitted) {
      parts.push(el('p', { 'class': 'remark' }, Report.plural(side.omitted, 'more message') + ' left out of this page.'));
    }
    if (side.coding) parts.push(el('p', { 'class': 'remark' }, 'The whole body: ' + side.coding));
    if (side.damage) parts.push(el('p', { 'class': 'remark' }, side.damage));
    const found = side.presumed ? ' · found by content' : '';
    return el('section', {}, [el('h3', {}, [title, ' ', el('span', { 'class': 'quiet', title: side.type }, type + found)])]
      .concat(parts));
  }

  function headers(title, fields) {
    if (!fields || !fields.length) return null;
    return el('details', { 'class': 'headers' }, [
      el('summary', {}, [title, ' ', el('span', { 'class': 'count' }, String(fields.length))]),
      el('dl', {}, terms(fields))
    ]);
  }

  function labelled(lines) { return el('dl', { 'class': 'lines' }, terms(lines)); }

  function terms(pairs) {
    return pairs.reduce(function (list, pair) {
      return list.concat([el('dt', {}, pair[0]), el('dd', {}, pair[1])]);
    }, []);
  }

  /* The explanation of a call: for a failure the diagnosis with the next step first; for every call its token. */
  function explanation(index, details) {
    // A line without a label continues the line before it.
    let label = '';
    const lines = (details.explanation || []).map(function (line) {
      label = line[0] || label;
      return [line[0], line[1], label];
    });
    if (details.message) lines.unshift(['message', details.message, 'message']);
    if (!lines.length) return null;
    function folded(title, part) {
      return part.length ? el('details', { 'class': 'headers' }, [el('summary', {}, title), labelled(part)]) : null;
    }
    if (Report.category(index) === 'no_error') return folded('Token', lines);
    const order = ['message', 'meaning', 'next step', 'retry', 'wait', 'detail', 'remark'];
    const first = order.reduce(function (list, about) {
      return list.concat(lines.filter(function (line) { return line[2] === about; }));
    }, []);
    const rest = lines.filter(function (line) { return order.indexOf(line[2]) < 0; });
    return el('section', { 'class': 'meaning ' + Report.category(index) }, [
      el('h3', {}, 'What it means'), labelled(first), folded('Category, evidence and sources', rest)
    ]);
  }

  function findings(index) {
    const about = data.findings.filter(function (finding) {
      return finding.evidence.some(function (evidence) { return evidence.call === Report.number(index); });
    });
    if (!about.length) return null;
    return el('section', {}, [el('h3', {}, 'Findings')].concat(about.map(function (finding) {
      return el('div', { 'class': 'finding ' + finding.severity }, [
        el('p', {}, [el('span', { 'class': 'severity' }, finding.severity), ' ', finding.summary]),
        el('p', { 'class': 'quiet' }, finding.remedy)
      ].concat(finding.evidence.filter(function (evidence) { return evidence.call === Report.number(index); })
        .map(function (evidence) { return el('p', { 'class': 'evidence' }, Report.evidenceText(evidence)); })));
    })));
  }

  function facts(index, details) {
    const row = calls[index], at = Report.time(index);
    const list = [
      ['Time', at === null ? 'unknown' : Report.day(at) + ' ' + Report.clock(at) + ' UTC'],
      ['Took', row[Column.duration] === null ? 'unknown' : Report.span(row[Column.duration] / 1e6)],
      ['Path', row[Column.method] === null ? '(other)' : data.methods[row[Column.method]][0] || 'not in the capture'],
      ['Connection', (row[Column.link] === null ? '(other)' : data.links[row[Column.link]]) + ', stream '
        + row[Column.stream]]
    ];
    if (details) {
      if (details.packets) list.push(['Packets', details.packets[0] + ' – ' + details.packets[1]]);
      if (details.reset) list.push(['Reset', details.reset]);
      if (details.goAway) list.push(['Going away', details.goAway]);
      if (details.cut) list.push(['No answer', details.cut]);
    }
    if (row[Column.flags] & Report.Flag.partial) list.push(['Partial', 'part of this call is not in the capture']);
    const subjects = row[Column.subjects].map(function (subject) {
      return el('button', { type: 'button', 'class': 'chip', title: 'Show only calls about it', onclick: function () {
        Report.setFilter({ subject: subject });
        close();
        Report.byId('calls').scrollIntoView();
      } }, [el('span', { 'class': 'quiet' }, data.subjects[subject][2]), Report.subjectText(subject)]);
    });
    return el('section', {}, [labelled(list), subjects.length ? el('div', { 'class': 'chips' }, subjects) : null]);
  }

  // MARK: The panel

  function show(index) {
    if (panel.hidden) opener = document.activeElement;
    current = index;
    const outcome = Report.outcome(index);
    const text = Report.detailsText(index);
    const details = text ? JSON.parse(text) : null;
    const before = Report.table.neighbour(index, -1), after = Report.table.neighbour(index, 1);
    const step = function (label, title, target) {
      return el('button', { type: 'button', 'aria-label': title, title: title, disabled: target === undefined,
        onclick: function () { Report.open(target); } }, label);
    };
    Report.empty(panel).appendChild(el('header', {}, [
      el('h2', { id: 'details-title', tabindex: '-1' }, [el('span', { 'class': 'quiet' }, '#' + Report.number(index) + ' '),
        Report.methodName(index)]),
      el('div', { 'class': 'buttons' }, [
        step('‹', 'Previous call', before), step('›', 'Next call', after),
        el('button', { type: 'button', 'aria-label': 'Close', title: 'Close', onclick: close }, '×')
      ]),
      el('p', { 'class': 'status' }, [Report.mark(outcome[1]), outcome[0],
        outcome[1] === 'no_error' ? null : el('span', { 'class': 'quiet' }, outcome[2])])
    ]));
    const content = el('div', { 'class': 'content' }, [facts(index, details)]);
    const parts = details
      ? [explanation(index, details), findings(index), body('Request', details.request),
        body('Response', details.response), headers('Request headers', details.requestHeaders),
        headers('Response headers', details.responseHeaders), headers('Trailers', details.trailers)]
      : [findings(index), el('p', { 'class': 'remark' }, 'Headers and messages of this call are not on this page; '
        + 'wiredump capture shows them.')];
    parts.forEach(function (part) { if (part) content.appendChild(part); });
    panel.appendChild(content);
    panel.hidden = false;
    document.body.classList.add('has-details');
    Report.byId('details-title').focus({ preventScroll: true });
    Report.emit('select', index);
  }

  function close() {
    if (panel.hidden) return;
    panel.hidden = true;
    current = null;
    document.body.classList.remove('has-details');
    if (/^#call-/.test(location.hash)) history.replaceState(null, '', location.pathname + location.search);
    Report.emit('select', null);
    if (opener && document.contains(opener)) opener.focus({ preventScroll: true });
  }

  document.addEventListener('keydown', function (event) {
    if (current === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const step = { ArrowRight: 1, ArrowLeft: -1, j: 1, k: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (step && !event.target.closest('.plot, svg')) {
      const next = Report.table.neighbour(current, step);
      if (next !== undefined) Report.open(next);
    }
  });

  return { show: show, close: close };
}());
