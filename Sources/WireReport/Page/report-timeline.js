/* Calls over time, with a lane for each connection or vehicle. A canvas draws a hundred thousand calls quickly. */
Report.timeline = (function () {
  const el = Report.el, Column = Report.Column, calls = Report.calls;
  const laneHeight = 26, axisHeight = 26, laneLimit = 16;
  const minimumSpan = 0.05;  // milliseconds
  const plot = Report.byId('timeline-plot');
  let canvas, context, lanes = [], laneOf = [], view, width = 0, labelWidth = 0;
  let focused = null, selected = null, drag = null, pending = 0, settling = 0, colours = {};

  // MARK: Lanes

  const groupings = [
    { title: 'by vehicle or trip', key: function (index) {
      const subjects = calls[index][Column.subjects];
      return subjects.length ? Report.subjectText(subjects[0]) : 'others';
    } },
    { title: 'by connection', key: function (index) {
      const link = calls[index][Column.link];
      return link === null ? 'others' : Report.data.links[link];
    } },
    { title: 'by method', key: Report.methodName },
    { title: 'by category', key: function (index) {
      const category = Report.category(index);
      const known = Report.categories.filter(function (one) { return one.key === category; })[0];
      return known ? known.title : 'Unclassified';
    } }
  ];

  function arrange(grouping) {
    const found = new Map();
    calls.forEach(function (row, index) {
      const key = grouping.key(index);
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(index);
    });
    let keys = Array.from(found.keys()).filter(function (key) { return key !== 'others'; });
    if (found.has('others')) keys.push('others');
    if (keys.length > laneLimit) {
      // The connections or vehicles with most calls have lanes of their own; the others share one.
      keys.sort(function (a, b) { return found.get(b).length - found.get(a).length; });
      const rest = keys.slice(laneLimit - 1);
      keys = keys.slice(0, laneLimit - 1).concat(rest.length + ' others');
      found.set(rest.length + ' others', [].concat.apply([], rest.map(function (key) { return found.get(key); }))
        .sort(function (a, b) { return a - b; }));
    }
    lanes = keys.map(function (key) { return { title: key, calls: found.get(key) }; });
    laneOf = new Int16Array(calls.length);
    lanes.forEach(function (lane, place) { lane.calls.forEach(function (index) { laneOf[index] = place; }); });
    resize();
  }

  // MARK: Drawing

  function x(at) { return labelWidth + (at - view.first) / (view.last - view.first) * (width - labelWidth - 8); }
  function at(position) {
    return view.first + (position - labelWidth) / (width - labelWidth - 8) * (view.last - view.first);
  }

  function readColours() {
    ['--text', '--quiet', '--line', '--accent', '--surface', '--faint'].forEach(function (name) {
      colours[name] = Report.style(name);
    });
    Report.categories.forEach(function (category) { colours[category.key] = Report.style('--' + category.key); });
  }

  function resize() {
    if (!canvas) return;
    const ratio = window.devicePixelRatio || 1;
    width = plot.clientWidth;
    labelWidth = width < 560 ? 0 : Math.min(190, width * 0.2);
    const height = lanes.length * lane() + axisHeight;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = height + 'px';
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    request();
  }

  /* On narrow screens the name of a lane stands above its marks. */
  function lane() { return labelWidth ? laneHeight : laneHeight + 14; }

  function request() {
    if (!pending) pending = requestAnimationFrame(function () { pending = 0; draw(); });
  }

  /* Steps of the axis in milliseconds: 1, 2 and 5 times powers of ten below a minute, then parts of hours and days. */
  function stepFor(range, places) {
    const least = range / Math.max(1, places);
    const clockSteps = [30e3, 60e3, 120e3, 300e3, 600e3, 1800e3, 3600e3, 7200e3, 21600e3, 43200e3, 86400e3];
    if (least > 20e3) {
      return clockSteps.find(function (step) { return step >= least; }) || Math.ceil(least / 86400e3) * 86400e3;
    }
    const power = Math.pow(10, Math.floor(Math.log10(least)));
    return [1, 2, 5, 10].map(function (factor) { return factor * power; })
      .filter(function (step) { return step >= least * 0.999; })[0];
  }

  function drawAxis(bottom) {
    const step = stepFor(view.last - view.first, (width - labelWidth) / 110);
    context.font = '11px ' + Report.style('--font');
    context.textBaseline = 'middle';
    const spanned = view.last - view.first;
    for (let tick = Math.ceil(view.first / step) * step; tick <= view.last; tick += step) {
      const position = Math.round(x(tick)) + 0.5;
      context.strokeStyle = colours['--line'];
      context.beginPath();
      context.moveTo(position, 0);
      context.lineTo(position, bottom + 4);
      context.stroke();
      context.fillStyle = colours['--quiet'];
      let text = spanned > 3 * 86400e3 ? Report.day(tick) : Report.clock(tick, step < 1000 ? 3 : 0);
      if (step < 1) text = '+' + Report.span((tick - Report.extent.first) / 1000);
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.max(labelWidth, Math.min(position - half, width - 2 * half - 4)), bottom + 15);
    }
  }

  /* Whether a call ended badly; a call without an end in the capture did not. */
  function isFailure(index) { return ['no_error', 'open'].indexOf(Report.category(index)) < 0; }

  function drawCall(index, top, height) {
    const begin = Report.time(index);
    if (begin === null) return;
    const left = x(begin), right = x(begin + Report.took(index));
    if (right < labelWidth - 2 || left > width) return;
    const start = Math.max(left, labelWidth), length = Math.max(3, Math.min(right, width) - start);
    const failed = isFailure(index), inset = failed ? 4 : 8;
    context.globalAlpha = Report.shown[index] ? (failed ? 1 : 0.75) : 0.12;
    context.fillStyle = colours[Report.category(index)] || colours.unclassified;
    context.fillRect(start, top + inset, length, height - 2 * inset);
    if (failed) {
      // Failures have a cap, so that they are seen without colours.
      context.beginPath();
      const middle = start + Math.min(length, 3) / 2;
      context.moveTo(middle - 4.5, top + 1);
      context.lineTo(middle + 4.5, top + 1);
      context.lineTo(middle, top + 8);
      context.fill();
    }
  }

  function draw() {
    if (!width) return;
    readColours();
    const height = lane();
    context.clearRect(0, 0, width, lanes.length * height + axisHeight);
    drawAxis(lanes.length * height);
    context.font = '12px ' + Report.style('--font');
    context.textBaseline = 'middle';
    lanes.forEach(function (one, place) {
      const top = place * height;
      context.globalAlpha = 1;
      context.strokeStyle = colours['--line'];
      context.beginPath();
      context.moveTo(0, top + height - 0.5);
      context.lineTo(width, top + height - 0.5);
      context.stroke();
      context.fillStyle = colours['--text'];
      const room = (labelWidth || width) - 16;
      context.fillText(fitted(Report.visible(one.title), room), labelWidth ? 12 : 8, labelWidth ? top + height / 2 : top + 9);
      const base = labelWidth ? top : top + 14;
      // Calls that ended well are drawn first, so that they do not hide failures.
      [false, true].forEach(function (failures) {
        let lastX = -1, lastCategory = '';
        one.calls.forEach(function (index) {
          const category = Report.category(index);
          if (isFailure(index) !== failures) return;
          const begin = Report.time(index);
          if (begin === null || begin > view.last) return;
          // Marks at the same pixel are drawn once.
          const position = Math.round(x(begin)) * 2 + Report.shown[index];
          const isLong = Report.took(index) / (view.last - view.first) * width > 2;
          if (position === lastX && category === lastCategory && !isLong) return;
          lastX = position;
          lastCategory = category;
          drawCall(index, base, laneHeight);
        });
      });
    });
    context.globalAlpha = 1;
    [[selected, 2], [focused, 1.5]].forEach(function (pair) { if (pair[0] !== null) outline(pair[0], pair[1]); });
    if (drag && drag.isRange) {
      context.fillStyle = colours['--accent'];
      context.globalAlpha = 0.15;
      context.fillRect(Math.min(drag.start, drag.end), 0, Math.abs(drag.end - drag.start), lanes.length * height);
      context.globalAlpha = 1;
    }
  }

  function outline(index, weight) {
    const begin = Report.time(index);
    if (begin === null || begin > view.last) return;
    const right = x(begin + Report.took(index));
    if (right < labelWidth) return;
    const left = Math.max(labelWidth, x(begin));
    context.strokeStyle = colours['--accent'];
    context.lineWidth = weight;
    context.strokeRect(left - 3, laneOf[index] * lane() + (labelWidth ? 1 : 15), Math.max(9, right - left + 6),
      laneHeight - 3);
    context.lineWidth = 1;
  }

  function fitted(text, room) {
    if (context.measureText(text).width <= room) return text;
    let length = text.length;
    while (length > 1 && context.measureText(text.slice(0, length) + '…').width > room) length -= 1;
    return text.slice(0, length) + '…';
  }

  // MARK: Zoom

  function setView(first, last) {
    const whole = wholeView();
    if (last - first < minimumSpan) {
      const middle = (first + last) / 2;
      first = middle - minimumSpan / 2;
      last = middle + minimumSpan / 2;
    }
    const length = Math.min(last - first, whole.last - whole.first);
    first = Math.max(whole.first, Math.min(first, whole.last - length));
    view = { first: first, last: first + length };
    const isWhole = length >= (whole.last - whole.first) * 0.9999;
    request();
    // The table is filtered when the wheel has come to rest.
    clearTimeout(settling);
    settling = setTimeout(function () {
      Report.setFilter({ range: isWhole ? null : { first: view.first, last: view.last } });
    }, 80);
  }

  function wholeView() {
    const room = Math.max((Report.extent.last - Report.extent.first) * 0.01, 0.5);
    return { first: Report.extent.first - room, last: Report.extent.last + room };
  }

  function zoom(factor, around) {
    const middle = around === undefined ? (view.first + view.last) / 2 : around;
    setView(middle - (middle - view.first) * factor, middle + (view.last - middle) * factor);
  }

  function showAll() {
    if (!Report.extent) return;
    const whole = wholeView();
    setView(whole.first, whole.last);
  }

  // MARK: Pointer and keyboard

  function callAt(px, py) {
    const place = Math.floor(py / lane());
    if (!lanes[place]) return null;
    let best = null, bestDistance = 6;
    lanes[place].calls.forEach(function (index) {
      const begin = Report.time(index);
      if (begin === null) return;
      const left = x(begin), right = Math.max(left + 3, x(begin + Report.took(index)));
      const distance = px < left ? left - px : px > right ? px - right : 0;
      // Among calls at the same distance, a failed call that the filter shows wins.
      const worth = (Report.shown[index] ? 0 : 3) + (isFailure(index) ? 0 : 0.5);
      if (distance + worth < bestDistance) { best = index; bestDistance = distance + worth; }
    });
    return best;
  }

  function bind() {
    canvas.addEventListener('pointerdown', function (event) {
      if (event.button !== 0) return;
      drag = { start: event.offsetX, end: event.offsetX, isRange: false, type: event.pointerType };
      if (event.pointerType === 'mouse') canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', function (event) {
      if (drag && drag.type === 'mouse') {
        drag.end = event.offsetX;
        if (Math.abs(drag.end - drag.start) > 4) drag.isRange = true;
        Report.hideTip();
        request();
        return;
      }
      const index = callAt(event.offsetX, event.offsetY);
      canvas.style.cursor = index === null ? 'crosshair' : 'pointer';
      if (index === null) Report.hideTip(); else Report.showTip(Report.summary(index), event.clientX, event.clientY);
      if (focused !== index) { focused = index; request(); }
    });
    canvas.addEventListener('pointerup', function (event) {
      const done = drag;
      drag = null;
      if (done && done.isRange) setView(at(Math.max(labelWidth, Math.min(done.start, done.end))), at(Math.max(done.start, done.end)));
      else {
        const index = callAt(event.offsetX, event.offsetY);
        if (index !== null) Report.open(index);
      }
      request();
    });
    canvas.addEventListener('pointercancel', function () { drag = null; request(); });
    canvas.addEventListener('pointerleave', function () {
      Report.hideTip();
      if (document.activeElement !== canvas) focused = null;
      request();
    });
    canvas.addEventListener('dblclick', showAll);
    canvas.addEventListener('wheel', function (event) {
      // A plain wheel scrolls the page; with the control key, or a pinch, it zooms; sideways it moves the axis.
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoom(Math.exp(Math.max(-50, Math.min(50, event.deltaY)) * 0.01), at(event.offsetX));
      } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
        event.preventDefault();
        const step = (event.deltaX || event.deltaY) / width * (view.last - view.first);
        setView(view.first + step, view.last + step);
      }
    }, { passive: false });
    canvas.addEventListener('keydown', function (event) {
      if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') step(event.key === 'ArrowRight' ? 1 : -1);
      else if (event.key === 'Enter' && focused !== null) Report.open(focused);
      else if (event.key === '+' || event.key === '=') zoom(0.5);
      else if (event.key === '-') zoom(2);
      else if (event.key === '0') showAll();
      else return;
      event.preventDefault();
    });
    canvas.addEventListener('blur', function () { focused = null; Report.hideTip(); request(); });
  }

  /* The next call that the filter shows, for the arrow keys. */
  function step(direction) {
    const next = focused === null ? Report.table.neighbour(-1, 0) : Report.table.neighbour(focused, direction);
    if (next === undefined) return;
    focused = next;
    const begin = Report.time(next);
    if (begin !== null) {
      const box = canvas.getBoundingClientRect();
      Report.showTip(Report.summary(next), box.left + Math.max(labelWidth, Math.min(x(begin), width)),
        box.top + (laneOf[next] + 1) * lane());
    }
    request();
  }

  function make() {
    if (!Report.extent) {
      plot.appendChild(el('p', { 'class': 'nothing' }, calls.length ? 'The capture has no times.' : 'No calls.'));
      return;
    }
    canvas = el('canvas', {
      tabindex: '0', role: 'application',
      'aria-label': 'Calls over time. Left and right go from call to call, Enter opens one, plus and minus zoom.'
    });
    context = canvas.getContext('2d');
    plot.appendChild(canvas);
    const list = Report.byId('timeline-lanes');
    groupings.forEach(function (grouping, place) { list.appendChild(el('option', { value: place }, grouping.title)); });
    list.addEventListener('change', function () { arrange(groupings[Number(list.value)]); });
    Report.byId('timeline-in').addEventListener('click', function () { zoom(0.5); });
    Report.byId('timeline-out').addEventListener('click', function () { zoom(2); });
    Report.byId('timeline-all').addEventListener('click', showAll);
    bind();
    view = wholeView();
    arrange(groupings[0]);
    window.addEventListener('resize', resize);
    window.matchMedia('(prefers-color-scheme: dark)').addListener(request);
    Report.on('filter', request);
    Report.on('whole', showAll);
    Report.on('select', function (index) { selected = index; request(); });
  }

  return { make: make, callAt: callAt };
}());
