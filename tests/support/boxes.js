// Layout faults of a page: a table in play that scrolls, a covered control, or overlapping elements on the board.
() => {
  const wrong = [];
  const shown = (one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  const name = (one) => one.id || `${one.tagName.toLowerCase()}.${one.className?.baseVal ?? one.className} ${one.textContent.trim().slice(0, 20)}`;
  const size = document.scrollingElement;
  // Pages other than a table in play may scroll, and so may a greatly enlarged table, which is one sheet.
  const isSheet = !document.querySelector("main.in-play") || (innerWidth < 600 && innerHeight < 480);
  if (!isSheet && size.scrollHeight > innerHeight + 1) wrong.push(`the page scrolls: ${size.scrollHeight - innerHeight} px`);
  if (size.scrollWidth > innerWidth) wrong.push(`the page is wider: ${size.scrollWidth - innerWidth} px`);

  // The visible part of an element: its box, clipped by every ancestor that scrolls or clips.
  const seen = (one) => {
    let { left, top, right, bottom } = one.getBoundingClientRect();
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible" || up === document.documentElement || up === document.body) continue;
      const box = up.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const controls = "a[href], button, summary, select, textarea, input:not([type=hidden], [type=checkbox], [type=radio]), label";
  for (const one of document.querySelectorAll(controls)) {
    if (!shown(one) || one.closest("dialog, .visually-hidden, .skip")) continue;
    const box = seen(one), whole = one.getBoundingClientRect();
    if (whole.width < 3 || box.right - box.left < whole.width - 2 || box.bottom - box.top < whole.height - 2) continue;
    if (box.top < 0 || box.bottom > innerHeight) { if (!isSheet) wrong.push(`outside the window: ${name(one)}`); continue; }
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const same = top && (one.contains(top) || top.contains(one) || top === one.control || (top.labels && [...top.labels].includes(one)));
    if (!same && !(one.matches(".tile") && top?.closest(".seat") === one.closest(".seat"))) wrong.push(`${name(one)} is covered by ${top ? name(top) : "nothing"}`);
  }

  // Elements on the board don't overlap.
  const things = [...document.querySelectorAll(".board :is(.tile, .badges, h1, .stage-line, .stage-cards, .missions, .votes, .facts, .lineup, .fighting, .city-strip, .attack)")]
    .filter((one) => shown(one) && one.getBoundingClientRect().height > 2);
  const rect = (one) => {
    if (!one.matches("h1, .stage-line, .facts")) return one.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(one);
    const said = text.getBoundingClientRect(), own = one.getBoundingClientRect();
    return { left: said.left, top: said.top, right: said.right, bottom: Math.min(said.bottom, own.bottom) };
  };
  const boxes = things.map((one) => [one, rect(one)]);
  for (const [one, a] of boxes) for (const [other, b] of boxes) {
    if (one === other || one.contains(other) || other.contains(one) || one.closest(".seat, .middle") === other.closest(".seat, .middle") && one.closest(".seat")) continue;
    if (one.compareDocumentPosition(other) & 2) continue;
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const mark = [one, other].some((part) => part.matches(".stage-cards")) && [one, other].some((part) => part.matches("h1, .stage-line"));
    if (across > 2 && down > 2 && !mark) wrong.push(`${name(one)} lies on ${name(other)}: ${Math.round(across)} x ${Math.round(down)}`);
  }
  // Nothing covers a stamp, and a stamp covers nothing but its ticket.
  for (const one of document.querySelectorAll(".board .stamp, .ending .stamp")) {
    if (!shown(one)) continue;
    // Its size before the slight rotation, whose corners reach beyond a line that it touches.
    const turned = one.getBoundingClientRect(), ticket = one.closest(".ticket");
    const [x, y] = [(turned.left + turned.right) / 2, (turned.top + turned.bottom) / 2];
    const box = { left: x - one.offsetWidth / 2, right: x + one.offsetWidth / 2, top: y - one.offsetHeight / 2, bottom: y + one.offsetHeight / 2, width: one.offsetWidth };
    const around = ticket?.getBoundingClientRect();
    if (around && (box.left < around.left + 1 || box.right > around.right - 1)) wrong.push(`the stamp of ${name(ticket)} is as wide as it: ${Math.round(box.width)} of ${Math.round(around.width)}`);
    const others = ticket ? ticket.querySelectorAll(".number, .counts, .turns, .size") : document.querySelectorAll(".missions, .stage .mini:not(.slot), .stage h1");
    for (const other of others) {
      if (!shown(other)) continue;
      const its = rect(other);
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left), down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (across > 5 && down > 5) wrong.push(`the stamp ${one.textContent} lies on ${name(other)}: ${Math.round(across)} x ${Math.round(down)}`);
    }
  }

  // No word on a seat is broken. A name that is too long ends in an ellipsis.
  for (const one of document.querySelectorAll(".board .seat :is(.name, .state)")) {
    const words = /(?<!\S)[\p{Script=Latin}\p{M}.]{2,}(?!\S)/gu; // other scripts put no spaces between words
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!shown(node.parentElement) || node.parentElement.getBoundingClientRect().width < 3) continue;
      for (const word of node.data.matchAll(words)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1) wrong.push(`a word is broken: ${word[0]}`);
      }
    }
  }
  return [...new Set(wrong)];
}
