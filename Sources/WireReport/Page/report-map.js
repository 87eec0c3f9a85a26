/* Tracks, routes and stops on a plain map in metres, without tiles: the page loads nothing. */
Report.map = (function () {
  const el = Report.el, svg = Report.svg, map = Report.data.map;
  const panel = Report.byId('map-panel');
  const legendFirst = 8;
  // With more vehicles than this the dots are smaller.
  const crowd = 40;
  // Coordinates in the data are decimetres; the picture's unit is a metre, and north is up.
  const unit = 0.1;
  const kinds = { pickup: 'Pickup', dropoff: 'Drop-off', stop: 'Stop', outcome: 'Outcome' };
  let picture, box, view, whole, scale, chosen = null, isLegendWhole = false, drag = null;

  // MARK: Shapes

  /* A line through points or, where `end` is 'h0', lines without length: their round ends are dots that keep their size at
     any zoom. */
  function line(points, stride, end) {
    let path = '';
    for (let index = 0; index + 1 < points.length; index += stride) {
      path += (index && !end ? 'L' : 'M') + (points[index] * unit) + ' ' + (-points[index + 1] * unit) + (end || '');
    }
    return path;
  }

  function dots(points, stride) { return line(points, stride, 'h0'); }

  function path(kind, d, colour) {
    const shape = svg('path', { d: d, 'class': kind });
    if (colour) shape.style.stroke = colour;
    return shape;
  }

  function group(kind, mover, shapes) {
    return svg('g', { 'class': kind, 'data-mover': mover }, shapes);
  }

  function shapes() {
    const layers = { routes: svg('g', { 'class': 'routes' }), tracks: svg('g', {}), stops: svg('g', { 'class': 'stops' }) };
    map.routes.forEach(function (route) {
      layers.routes.appendChild(group('route ' + route.kind, route.mover,
        path('line', line(route.points, 2), Report.colour(route.mover))));
    });
    map.tracks.forEach(function (track) {
      const colour = Report.colour(track.mover), end = track.points.slice(-4);
      layers.tracks.appendChild(group('track', track.mover, [
        path('line', line(track.points, 4), colour), path('fixes', dots(track.points, 4), colour),
        path('end-rim', dots(end, 4)), path('end', dots(end, 4), colour)
      ]));
    });
    map.stops.forEach(function (stop) {
      const square = stop.kind === 'dropoff' ? ' square' : '';
      layers.stops.appendChild(group('place ' + stop.kind + square, stop.mover, [
        path('rim', dots(stop.point, 2)), path('core', dots(stop.point, 2))
      ]));
    });
    const here = svg('path', { 'class': 'here', d: '' });
    return { layers: [layers.routes, layers.tracks, layers.stops, here], here: here };
  }

  // MARK: View

  function bounds(of) {
    const found = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    function add(points, stride) {
      for (let index = 0; index + 1 < points.length; index += stride) {
        found.left = Math.min(found.left, points[index] * unit);
        found.right = Math.max(found.right, points[index] * unit);
        found.top = Math.min(found.top, -points[index + 1] * unit);
        found.bottom = Math.max(found.bottom, -points[index + 1] * unit);
      }
    }
    map.tracks.forEach(function (track) { if (of === null || of === track.mover) add(track.points, 4); });
    map.routes.forEach(function (route) { if (of === null || of === route.mover) add(route.points, 2); });
    map.stops.forEach(function (stop) { if (of === null || of === stop.mover) add(stop.point, 2); });
    return found.left <= found.right ? found : null;
  }

  function fit(of) {
    const found = bounds(of) || bounds(null);
    const wide = Math.max(found.right - found.left, 100) * 1.12, high = Math.max(found.bottom - found.top, 100) * 1.12;
    const size = sizes();
    const perPixel = Math.max(wide / size.width, high / size.height);
    view = { x: (found.left + found.right) / 2, y: (found.top + found.bottom) / 2, perPixel: perPixel };
    if (of === null) whole = perPixel;
    apply();
  }

  function sizes() { return { width: box.clientWidth || 600, height: box.clientHeight || 400 }; }

  function apply() {
    const size = sizes();
    view.perPixel = Math.max(0.02, Math.min(view.perPixel, whole * 8));
    picture.setAttribute('viewBox', [view.x - size.width / 2 * view.perPixel, view.y - size.height / 2 * view.perPixel,
      size.width * view.perPixel, size.height * view.perPixel].join(' '));
    // The scale bar and the squares of the grid are 1, 2 or 5 times a power of ten metres.
    const room = 110 * view.perPixel, power = Math.pow(10, Math.floor(Math.log10(room)));
    const length = [5, 2, 1].map(function (factor) { return factor * power; })
      .filter(function (metres) { return metres <= room; })[0];
    const pixels = length / view.perPixel;
    scale.bar.style.width = pixels + 'px';
    scale.text.textContent = length < 1 ? (length * 100).toFixed(0) + ' cm' : Report.metres(length);
    scale.text.setAttribute('data-metres', length);
    box.style.backgroundSize = pixels + 'px ' + pixels + 'px';
    box.style.backgroundPosition = (size.width / 2 - view.x / view.perPixel) + 'px '
      + (size.height / 2 - view.y / view.perPixel) + 'px';
  }

  function zoom(factor, px, py) {
    const size = sizes();
    const right = (px === undefined ? 0 : px - size.width / 2), down = (py === undefined ? 0 : py - size.height / 2);
    const before = view.perPixel;
    view.perPixel = Math.max(0.02, Math.min(before * factor, whole * 8));
    view.x += right * (before - view.perPixel);
    view.y += down * (before - view.perPixel);
    apply();
  }

  // MARK: Places

  function position(east, north) {
    let longitude = map.longitude + east * unit / map.metresPerLongitude;
    if (longitude > 180) longitude -= 360;
    if (longitude < -180) longitude += 360;
    return (map.latitude + north * unit / map.metresPerLatitude).toFixed(6) + ', ' + longitude.toFixed(6);
  }

  function nearest(event) {
    const frame = box.getBoundingClientRect(), size = sizes();
    const x = view.x + (event.clientX - frame.left - size.width / 2) * view.perPixel;
    const y = view.y + (event.clientY - frame.top - size.height / 2) * view.perPixel;
    let best = null, least = 12 * view.perPixel;
    function consider(east, north, found) {
      const distance = Math.hypot(east * unit - x, -north * unit - y);
      if (distance < least) { least = distance; best = found; }
    }
    const hasStops = Report.byId('map-stops').checked;
    if (hasStops) {
      map.stops.forEach(function (stop) {
        consider(stop.point[0], stop.point[1], { call: Report.indexOf(stop.call), text: kinds[stop.kind]
          + (stop.of === undefined ? '' : ' of ' + Report.subjectText(stop.of)) + ' · '
          + position(stop.point[0], stop.point[1]) + ' · first in call #' + stop.call });
      });
    }
    map.tracks.forEach(function (track) {
      if (chosen !== null && track.mover !== chosen) return;
      for (let index = 0; index < track.points.length; index += 4) {
        consider(track.points[index], track.points[index + 1], { track: track, index: index });
      }
    });
    if (best && best.track) {
      const points = best.track.points, index = best.index;
      return { call: Report.indexOf(points[index + 2]), text: Report.subjectText(best.track.mover)
        + (points[index + 3] === null ? '' : ' · ' + Report.clock(points[index + 3])) + ' · '
        + position(points[index], points[index + 1]) + ' · call #' + points[index + 2] };
    }
    return best;
  }

  function bind() {
    let moved = false;
    const pointers = new Map();
    box.addEventListener('pointerdown', function (event) {
      if (event.button !== 0) return;
      pointers.set(event.pointerId, event);
      drag = { x: event.clientX, y: event.clientY };
      moved = false;
      box.setPointerCapture(event.pointerId);
    });
    box.addEventListener('pointermove', function (event) {
      const others = Array.from(pointers.values()).filter(function (one) { return one.pointerId !== event.pointerId; });
      if (pointers.has(event.pointerId) && others.length) {
        const before = pointers.get(event.pointerId), other = others[0], frame = box.getBoundingClientRect();
        const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
        const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
        if (was > 0 && is > 0) zoom(was / is, other.clientX - frame.left, other.clientY - frame.top);
        pointers.set(event.pointerId, event);
        moved = true;
        return;
      }
      if (drag && pointers.has(event.pointerId)) {
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 3 || moved) {
          moved = true;
          view.x -= (event.clientX - drag.x) * view.perPixel;
          view.y -= (event.clientY - drag.y) * view.perPixel;
          drag = { x: event.clientX, y: event.clientY };
          pointers.set(event.pointerId, event);
          Report.hideTip();
          apply();
        }
        return;
      }
      const found = nearest(event);
      box.style.cursor = found ? 'pointer' : 'grab';
      if (found) Report.showTip(found.text, event.clientX, event.clientY); else Report.hideTip();
    });
    function end(event) {
      if (drag && !moved && event.type === 'pointerup') {
        const found = nearest(event);
        if (found && found.call !== undefined) Report.open(found.call);
      }
      pointers.delete(event.pointerId);
      drag = null;
    }
    box.addEventListener('pointerup', end);
    box.addEventListener('pointercancel', end);
    box.addEventListener('pointerleave', Report.hideTip);
    box.addEventListener('wheel', function (event) {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const frame = box.getBoundingClientRect();
      zoom(Math.exp(Math.max(-50, Math.min(50, event.deltaY)) * 0.01), event.clientX - frame.left,
        event.clientY - frame.top);
    }, { passive: false });
    box.addEventListener('dblclick', function (event) {
      const frame = box.getBoundingClientRect();
      zoom(0.5, event.clientX - frame.left, event.clientY - frame.top);
    });
    box.addEventListener('keydown', function (event) {
      const step = 40 * view.perPixel;
      const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const move = moves[event.key];
      if (move) { view.x += move[0] * step; view.y += move[1] * step; apply(); }
      else if (event.key === '+' || event.key === '=') zoom(0.7);
      else if (event.key === '-') zoom(1 / 0.7);
      else if (event.key === '0') fit(null);
      else return;
      event.preventDefault();
    });
  }

  // MARK: Legend

  function length(track) {
    let sum = 0;
    for (let index = 4; index < track.points.length; index += 4) {
      sum += Math.hypot(track.points[index] - track.points[index - 4], track.points[index + 1] - track.points[index - 3]);
    }
    return sum * unit;
  }

  function legend() {
    const list = el('ul', { 'class': 'legend' });
    const tracks = map.tracks.slice().sort(function (a, b) { return b.points.length - a.points.length; });
    tracks.slice(0, isLegendWhole ? tracks.length : legendFirst).forEach(function (track) {
      const fixes = track.points.length / 4;
      list.appendChild(el('li', {}, el('button', {
        type: 'button', 'data-mover': track.mover, 'aria-pressed': 'false',
        title: 'Show only this one, on the map and in the table',
        onclick: function () { Report.setFilter({ subject: Report.filter.subject === track.mover ? null : track.mover }); }
      }, [Report.swatch(Report.colour(track.mover)), Report.subjectText(track.mover), el('span', { 'class': 'quiet' },
        fixes > 1 ? Report.plural(fixes, 'place') + ', ' + Report.metres(length(track)) : 'one place')])));
    });
    if (!isLegendWhole && tracks.length > legendFirst) {
      list.appendChild(el('li', {}, el('button', { type: 'button', 'class': 'plain', onclick: function () {
        isLegendWhole = true;
        list.parentNode.replaceChild(legend(), list);
        choose();
      } }, Report.count(tracks.length - legendFirst) + ' more')));
    }
    return list;
  }

  function signs() {
    const used = {};
    map.stops.forEach(function (stop) { used[stop.kind] = true; });
    const items = Object.keys(kinds).filter(function (kind) { return used[kind]; }).map(function (kind) {
      return el('span', {}, [el('i', { 'class': 'sign ' + kind, 'aria-hidden': 'true' }), kinds[kind]]);
    });
    if (map.tracks.length) items.unshift(el('span', {}, [el('i', { 'class': 'sign driven', 'aria-hidden': 'true' }), 'Driven']));
    if (map.routes.length) items.splice(1, 0, el('span', {}, [el('i', { 'class': 'sign route', 'aria-hidden': 'true' }), 'Route']));
    return el('div', { 'class': 'signs' }, items);
  }

  /* Highlights the subjects of the filter and dims the others. */
  function choose() {
    const subject = Report.filter.subject;
    chosen = map.tracks.some(function (track) { return track.mover === subject; }) ? subject : null;
    Array.from(picture.querySelectorAll('[data-mover]')).forEach(function (shape) {
      shape.classList.toggle('dim', chosen !== null && Number(shape.getAttribute('data-mover')) !== chosen);
    });
    Array.from(panel.querySelectorAll('button[data-mover]')).forEach(function (button) {
      button.setAttribute('aria-pressed', String(Number(button.getAttribute('data-mover')) === chosen));
    });
  }

  function make() {
    if (!map.tracks.length && !map.routes.length && !map.stops.length) {
      panel.appendChild(el('p', { 'class': 'nothing' }, 'No message in this capture has a place.'));
      Array.from(Report.byId('map').querySelectorAll('.tools')).forEach(function (tools) { tools.hidden = true; });
      return;
    }
    const made = shapes();
    picture = svg('svg', { preserveAspectRatio: 'xMidYMid meet', 'aria-hidden': 'true' }, made.layers);
    scale = { bar: el('span', { 'class': 'bar' }), text: el('span', {}) };
    box = el('div', {
      'class': map.tracks.length > crowd ? 'map crowded' : 'map', tabindex: '0', role: 'application',
      'aria-label': 'Map with ' + Report.plural(map.tracks.length, 'track') + ', '
        + Report.plural(map.routes.length, 'route') + ' and ' + Report.plural(map.stops.length, 'stop')
        + '. Arrows move it, plus and minus zoom.'
    }, [picture, el('div', { 'class': 'scale' }, [scale.bar, scale.text]), el('div', { 'class': 'north', 'aria-hidden': 'true' }, 'N')]);
    panel.appendChild(box);
    panel.appendChild(signs());
    panel.appendChild(legend());
    fit(null);
    bind();
    [['map-in', function () { zoom(0.6); }], ['map-out', function () { zoom(1 / 0.6); }],
      ['map-all', function () { fit(chosen); }]].forEach(function (pair) {
      Report.byId(pair[0]).addEventListener('click', pair[1]);
    });
    ['routes', 'stops'].forEach(function (layer) {
      const check = Report.byId('map-' + layer);
      check.addEventListener('change', function () {
        picture.querySelector('.' + layer).setAttribute('visibility', check.checked ? 'visible' : 'hidden');
      });
    });
    window.addEventListener('resize', apply);
    Report.on('filter', function () {
      const before = chosen;
      choose();
      if (chosen !== before) fit(chosen);
    });
    Report.on('select', function (index) {
      let d = '';
      map.tracks.forEach(function (track) {
        for (let place = 0; place < track.points.length && index !== null; place += 4) {
          if (track.points[place + 2] === Report.number(index)) d += dots(track.points.slice(place, place + 2), 2);
        }
      });
      made.here.setAttribute('d', d);
    });
  }

  return { make: make };
}());
