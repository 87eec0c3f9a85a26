'use strict';

/* The data, elements, texts and filters that all parts of the page share. */
const Report = (function () {
  const data = JSON.parse(document.getElementById('capture-data').textContent);
  const calls = JSON.parse(document.getElementById('capture-calls').textContent);

  // The columns of a row of calls.
  const Column = {
    time: 0, duration: 1, link: 2, stream: 3, method: 4, outcome: 5, requestBytes: 6, requests: 7,
    responseBytes: 8, responses: 9, flags: 10, subjects: 11, reports: 12, number: 13
  };
  const Flag = { partial: 1, compressed: 2, details: 4, endsTracking: 8 };

  // The categories of calls in the order of legends. Each key of the library has a colour and a mark in the style sheet.
  const categories = [
    { key: 'no_error', title: 'OK' },
    { key: 'client_must_act', title: 'Client must act' },
    { key: 'recovers_by_itself', title: 'Recovers by itself' },
    { key: 'benign', title: 'Benign' },
    { key: 'unclassified', title: 'Unclassified' },
    { key: 'open', title: 'Not seen' }
  ];

  // MARK: Elements

  /* Text with escapes for what cannot be seen or changes how other text is shown: controls, marks of direction, joiners,
     separators of lines, tags. Ends of lines stay. */
  function visible(text) {
    return String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, function (character) {
      const code = character.codePointAt(0);
      if (character === '\n') return character;
      return code < 0x80 ? '\\x' + two(code.toString(16)) : '\\u{' + code.toString(16) + '}';
    });
  }

  function fill(element, attributes, children) {
    Object.keys(attributes || {}).forEach(function (name) {
      const value = attributes[name];
      if (value === null || value === undefined || value === false) return;
      if (name.slice(0, 2) === 'on') element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? '' : visible(value));
    });
    [].concat(children === undefined ? [] : children).forEach(function (child) {
      if (child === null || child === undefined) return;
      element.appendChild(child instanceof Node ? child : document.createTextNode(visible(child)));
    });
    return element;
  }

  function el(tag, attributes, children) { return fill(document.createElement(tag), attributes, children); }

  function svg(tag, attributes, children) {
    return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
  }

  function empty(element) { element.textContent = ''; return element; }
  function byId(id) { return document.getElementById(id); }

  // MARK: Texts

  function two(number) { return String(number).padStart(2, '0'); }

  function count(number) { return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f'); }
  function inflected(number, noun) { return number === 1 ? noun : noun + 's'; }
  function plural(number, noun) { return count(number) + ' ' + inflected(number, noun); }

  /* The time of day in UTC, from milliseconds since 1970. */
  function clock(milliseconds, digits) {
    const date = new Date(milliseconds);
    if (isNaN(date)) return '–';
    const text = two(date.getUTCHours()) + ':' + two(date.getUTCMinutes()) + ':' + two(date.getUTCSeconds());
    return digits === 0 ? text : text + '.' + ('00' + date.getUTCMilliseconds()).slice(-3);
  }

  function day(milliseconds) {
    const date = new Date(milliseconds);
    return isNaN(date) ? '–' : date.toISOString().slice(0, 10);
  }

  /* A number with one decimal below ten, unless it is rounded to ten. */
  function short(number) { return number.toFixed(number < 9.95 ? 1 : 0); }

  // Each limit lies half a last digit below the next unit, so that 59.96 s is not shown as 60.0 s but as 1 min.

  /* A span of seconds in the unit that fits. */
  function span(seconds) {
    if (seconds < 0.0009995) return (seconds * 1e6).toFixed(0) + ' µs';
    if (seconds < 0.9995) return (seconds * 1000).toFixed(seconds < 0.09995 ? 1 : 0) + ' ms';
    if (seconds < 99.5) return short(seconds) + ' s';
    const whole = Math.round(seconds);
    if (whole < 5400) return Math.floor(whole / 60) + ' min ' + whole % 60 + ' s';
    const minutes = Math.round(seconds / 60);
    return Math.floor(minutes / 60) + ' h ' + minutes % 60 + ' min';
  }

  function bytes(number) {
    if (number < 1000) return number + ' B';
    return number < 999500 ? short(number / 1000) + ' kB' : (number / 1e6).toFixed(1) + ' MB';
  }

  function metres(number) { return number < 999.5 ? Math.round(number) + ' m' : short(number / 1000) + ' km'; }

  // MARK: Calls

  const indices = new Map(calls.map(function (row, index) { return [row[Column.number], index]; }));

  /* The number of a call in the capture, and the row of the call with a number; undefined for one that has no row. */
  function number(index) { return calls[index][Column.number]; }
  function indexOf(number) { return indices.get(number); }

  function time(index) {
    const offset = calls[index][Column.time];
    return offset === null || data.start === null ? null : data.start + offset / 1000;
  }

  /* How long a call took, in milliseconds; 0 where that is not known. */
  function took(index) { return (calls[index][Column.duration] || 0) / 1000; }

  function methodName(index) {
    const method = calls[index][Column.method];
    return method === null ? '(other)' : data.methods[method][1];
  }

  function outcome(index) {
    const value = calls[index][Column.outcome];
    return value === null ? ['?', 'unclassified', ''] : data.outcomes[value];
  }

  function category(index) { return outcome(index)[1]; }
  function subjectText(subject) { return data.subjects[subject][1]; }

  /* The data block of a call: its JSON text, '' for none. */
  function detailsText(index) {
    const element = calls[index][Column.flags] & Flag.details ? byId('call-data-' + number(index)) : null;
    return element ? element.textContent : '';
  }

  function summary(index) {
    const row = calls[index];
    const at = time(index);
    return '#' + number(index) + ' ' + methodName(index) + ', ' + outcome(index)[0]
      + (at === null ? '' : ', ' + clock(at)) + (row[Column.duration] === null ? '' : ', ' + span(row[Column.duration] / 1e6))
      + (row[Column.subjects].length ? ', ' + subjectText(row[Column.subjects][0]) : '');
  }

  // The times of the first and the last call, without calls that have no time.
  const extent = (function () {
    let first = Infinity, last = -Infinity;
    calls.forEach(function (row, index) {
      const at = time(index);
      if (at === null) return;
      first = Math.min(first, at);
      last = Math.max(last, at + took(index));
    });
    return first <= last ? { first: first, last: last } : null;
  }());

  // MARK: Events

  const listeners = {};
  function on(event, listener) { (listeners[event] = listeners[event] || []).push(listener); }
  function emit(event, value) { (listeners[event] || []).forEach(function (listener) { listener(value); }); }

  // MARK: The filter

  const filter = { query: '', categories: {}, method: null, subject: null, range: null };
  const shown = new Uint8Array(calls.length).fill(1);
  const rowTexts = [];

  function rowText(index) {
    if (rowTexts[index] === undefined) {
      const row = calls[index];
      rowTexts[index] = '#' + number(index) + ' '
        + (row[Column.method] === null ? '' : data.methods[row[Column.method]].join(' ')) + ' '
        + outcome(index).join(' ') + ' ' + (row[Column.link] === null ? '' : data.links[row[Column.link]]) + ' '
        + row[Column.subjects].map(subjectText).join(' ');
    }
    return rowTexts[index];
  }

  /* A search finds a call if each word is in its row or in its data block, where JSON has escapes. */
  function patterns(query) {
    return query.split(/\s+/).filter(Boolean).map(function (word) {
      const escape = function (text) { return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'); };
      const inJSON = JSON.stringify(word).slice(1, -1).replace(/</g, '\\u003c');
      return { row: new RegExp(escape(word), 'i'), details: new RegExp(escape(inJSON), 'i') };
    });
  }

  function applyFilter() {
    const words = patterns(filter.query);
    const anyCategory = !Object.keys(filter.categories).length;
    calls.forEach(function (row, index) {
      let isShown = (anyCategory || filter.categories[category(index)] === true)
        && (filter.method === null || row[Column.method] === filter.method)
        && (filter.subject === null || row[Column.subjects].indexOf(filter.subject) >= 0);
      if (isShown && filter.range) {
        const at = time(index);
        isShown = at !== null && at <= filter.range.last && at + took(index) >= filter.range.first;
      }
      if (isShown && words.length) {
        isShown = words.every(function (word) {
          return word.row.test(rowText(index)) || word.details.test(detailsText(index));
        });
      }
      shown[index] = isShown ? 1 : 0;
    });
    emit('filter');
  }

  function setFilter(changes) {
    Object.assign(filter, changes);
    applyFilter();
  }

  function toggleCategory(key) {
    const next = {};
    Object.keys(filter.categories).forEach(function (other) { if (other !== key) next[other] = true; });
    if (!filter.categories[key]) next[key] = true;
    setFilter({ categories: next });
  }

  /* Buttons that filter by category, one for each category that has calls. */
  function categoryChips(label) {
    const chips = categories.filter(function (category) { return data.categories[category.key]; }).map(function (category) {
      return el('button', {
        type: 'button', 'class': 'chip', 'data-category': category.key, 'aria-pressed': 'false',
        onclick: function () { toggleCategory(category.key); }
      }, [mark(category.key), category.title, el('span', { 'class': 'count' }, count(data.categories[category.key]))]);
    });
    on('filter', function () {
      chips.forEach(function (chip) {
        chip.setAttribute('aria-pressed', String(filter.categories[chip.getAttribute('data-category')] === true));
      });
    });
    return el('div', { 'class': 'chips', role: 'group', 'aria-label': label }, chips);
  }

  // MARK: Colours

  // Eight colours that people with and without full colour vision tell apart, given to subjects in the order of appearance.
  const colourCount = 8;
  const movers = [];
  function colour(subject) {
    let place = movers.indexOf(subject);
    if (place < 0) place = movers.push(subject) - 1;
    return 'var(--mover-' + (place % colourCount) + ')';
  }

  function style(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

  function swatch(colourText) {
    const dot = el('span', { 'class': 'swatch', 'aria-hidden': 'true' });
    dot.style.background = colourText;
    return dot;
  }

  function mark(key) { return el('span', { 'class': 'mark ' + key, 'aria-hidden': 'true' }); }

  // MARK: Tooltip

  const tip = byId('tip');
  function showTip(text, x, y) {
    tip.textContent = visible(text);
    tip.hidden = false;
    const width = tip.offsetWidth, height = tip.offsetHeight;
    tip.style.left = Math.max(8, Math.min(x + 14, innerWidth - width - 8)) + 'px';
    tip.style.top = (y + 18 + height > innerHeight ? y - height - 12 : y + 18) + 'px';
  }
  function hideTip() { tip.hidden = true; }

  /* A button at the end of a list that makes way for what `action` appends. */
  function more(list, text, name, action) {
    const button = el('button', { type: 'button', 'class': name, onclick: function () {
      list.removeChild(button);
      action();
    } }, text);
    list.appendChild(button);
  }

  function open(index) { location.hash = 'call-' + number(index); }

  return {
    data, calls, Column, Flag, categories, extent, filter, shown, visible, el, svg, empty, byId, count, inflected,
    plural, clock, day, span, bytes, metres, number, indexOf, time, took, methodName, outcome, category,
    subjectText, detailsText, summary, on, emit, applyFilter, setFilter, categoryChips, colour, style, swatch, mark,
    showTip, hideTip, more, open
  };
}());
