// Layout faults of an open question: the confirm button is out of sight or covers an answer, answers overlap, or the focused
// element is invisible.
() => {
  const wrong = [];
  const isHeard = (one) => one !== null && (getComputedStyle(one).clipPath !== "none" || isHeard(one.parentElement));
  const shown = (one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && one.getBoundingClientRect().width > 2 && !isHeard(one);
  const name = (one) => (one.id || one.getAttribute("for") || one.name || one.tagName.toLowerCase()) + " " + one.textContent.trim().slice(0, 24);
  // The visible part of a box, clipped by the window and by every ancestor that scrolls or clips.
  const seen = (one) => {
    let { left, top, right, bottom } = one.getBoundingClientRect();
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = up.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left: Math.max(left, 0), top: Math.max(top, 0), right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
  };
  const isOwn = (top, one) => top && (one.contains(top) || top.control === one || (one.control && one.control === top));
  // Number of its nine sample points that are visible and not covered.
  const points = (one) => {
    const box = one.getBoundingClientRect(), part = seen(one);
    let found = 0;
    for (const across of [.08, .5, .92]) for (const down of [.12, .5, .88]) {
      const [x, y] = [box.left + box.width * across, box.top + box.height * down];
      if (x >= part.left && x <= part.right && y >= part.top && y <= part.bottom && isOwn(document.elementFromPoint(x, y), one)) found += 1;
    }
    return found;
  };
  const lies = (one, other) => {
    const [a, b] = [seen(one), seen(other)];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 1 && down > 1 ? `${Math.round(across)} x ${Math.round(down)}` : "";
  };
  const isSheet = getComputedStyle(document.querySelector(".dock")).getPropertyValue("--sheet") === "1";
  const dock = document.querySelector(".dock");
  for (const one of dock.querySelectorAll("*")) if (one.scrollTop) one.scrollTop = 0;
  const confirms = [...dock.querySelectorAll(".asked [data-confirm], .asked .until button, .guide button, .talk-ends button")].filter(shown);
  for (const one of confirms) {
    const isWhole = points(one) === 9;
    if (!isWhole && !isSheet && !one.closest(".offer")) wrong.push(`not in sight: ${name(one)} (${points(one)} of 9 points)`);
  }
  for (const one of dock.querySelectorAll("*")) if (one.scrollTop) one.scrollTop = 0;
  const answers = [...dock.querySelectorAll(".asked :is(.choice, .chip, .pick) label")].filter((one) => shown(one) && !one.closest(".offer"));
  for (const one of answers) {
    for (const other of confirms) if (lies(one, other)) wrong.push(`${name(other)} lies on the answer ${name(one)}: ${lies(one, other)}`);
    for (const other of answers) if (one !== other && lies(one, other)) wrong.push(`an answer lies on another: ${name(one)} and ${name(other)}: ${lies(one, other)}`);
    // Its text fits inside it.
    const box = one.getBoundingClientRect(), walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), text = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim() || !shown(node.parentElement)) continue;
      text.selectNodeContents(node);
      for (const line of text.getClientRects()) {
        if (line.left < box.left - 1 || line.right > box.right + 1 || line.bottom > box.bottom + 2) { wrong.push(`the words of an answer stand out of it: ${name(one)}`); break; }
      }
    }
  }
  // Part of the first answer is visible without scrolling, unless there is a tip above it, or on the smallest phones.
  if (answers.length && !isSheet && innerWidth >= 360 && !dock.querySelector(".tip")) {
    const box = answers[0].getBoundingClientRect(), part = seen(answers[0]);
    if (part.bottom - part.top < Math.min(16, box.height * .75)) wrong.push(`the first answer is out of sight: ${Math.round(part.bottom - part.top)} of ${Math.round(box.height)} px`);
  }
  // Whatever the keyboard focuses is visible.
  const before = document.activeElement;
  for (const one of dock.querySelectorAll("a[href], button, summary, input:not([type=hidden]), [tabindex='0']")) {
    if (one.disabled || !one.checkVisibility()) continue;
    one.focus();
    if (document.activeElement !== one) continue;
    const part = one.closest(".seats-part") && isHeard(one) ? document.querySelector(`#seat-${one.value} > .tile`) : [...(one.labels ?? [])].at(-1) ?? one;
    if (!part || !shown(part)) continue;
    if (points(part) < 2) wrong.push(`has the focus and is not seen: ${name(part)} (${points(part)} of 9 points)`);
  }
  before?.focus?.();
  return [...new Set(wrong)];
}
