// @ts-check
/**
 * The director of time: what happens goes through one queue. A great moment of an update is shown big, each for its time;
 * everything else that the update brings waits for it, and so does every later update. Talk does not wait.
 *
 * Nothing is told before it is shown: the sentences of a moment are announced when its last card lies open, and the rest
 * when all moments are over. A person may go on before; what is not in sight is not staged at all.
 */

/** @typedef {import("./forms.js").Message} Message */
/** @typedef {import("./forms.js").Saying} Saying */
/** @typedef {import("./forms.js").Scene} Scene */

/** The parts that nothing has to wait for, and the first letters of the ids of announcements that go with them. */
const TALK = ["chat-log", "chat-form", "reactions", "notes", "deal"];
const SPOKEN = /^([sg]|kr)\d/;

/** @param {Scene} scene @returns {boolean} whether people look at their cards there: the page itself shows that */
const isDeal = (scene) => scene.kind === "deal";

/**
 * @param {(message: Message, held: number) => void} apply puts an update on the page; it was held back for so many milliseconds
 * @param {(saying: Saying) => void} [tell] announces something before that
 * @param {(scene: Scene, stage: Element) => void} [play] makes the sounds of a moment: called as it begins
 * @param {() => boolean} [isDealing] whether people look at their cards: everything waits until they have
 * @returns {{ take: (message: Message) => void, goOn: () => void }} what takes all updates; what goes on when the deal is over
 */
export function startDirector(apply, tell = () => {}, play = () => {}, isDealing = () => false) {
  /** @type {{ message: Message, came: number }[]} */
  const queue = [];
  /** The moments that were on stage. @type {Set<string>} */
  const seen = new Set();
  /** @param {Scene} scene @returns {boolean} */
  const isNewDeal = (scene) => isDeal(scene) && !seen.has(scene.id);
  let playing = false;
  /** Ends the moment that is on stage. */
  let endScene = () => {};

  /** @param {Scene} scene @param {Message} message */
  async function show(scene, message) {
    if (seen.has(scene.id) || isDeal(scene)) return;
    seen.add(scene.id);
    const sayings = (message.announcements ?? []).filter((saying) => scene.says.includes(saying.id));
    if (document.hidden) return sayings.forEach(tell);
    document.body.dataset.staged = "";
    const stage = document.createElement("div");
    stage.className = "on-stage";
    stage.innerHTML = scene.html;
    // In their order on the page, unless they say another.
    const turnOf = (/** @type {Element} */ card) => Number(card.getAttribute("data-turn"));
    const cards = [...stage.querySelectorAll(".scene-card")].sort((one, other) => turnOf(one) - turnOf(other));
    document.body.append(stage);
    play(scene, stage);
    const turn = (scene.told * 1000) / Math.max(1, cards.length);
    const timers = cards.map((card, k) => setTimeout(() => card.classList.add("is-open"), turn * (k + 1)));
    timers.push(setTimeout(() => {
      stage.querySelector(".scene-told")?.classList.add("is-open");
      sayings.forEach(tell);
    }, scene.told * 1000));
    await new Promise((done) => {
      endScene = () => done(undefined);
      timers.push(setTimeout(endScene, scene.seconds * 1000));
      stage.addEventListener("click", endScene);
    });
    endScene = () => {};
    timers.forEach(clearTimeout);
    stage.remove();
    sayings.forEach(tell);
  }

  async function run() {
    if (playing) return;
    playing = true;
    for (let next = queue[0]; next && !isDealing(); next = queue[0]) {
      const { message, came } = next;
      const scenes = message.scenes ?? [];
      const deal = scenes.find(isNewDeal);
      const at = deal ? scenes.indexOf(deal) : scenes.length;
      for (const scene of scenes.slice(0, at)) await show(scene, message);
      queue.shift();
      if (deal) {
        // The page is as it will be after the deal, which covers it; what is told of that waits until the deal is over.
        const { socket, announcements, ...now } = message;
        const { parts, problem, ...later } = message;
        seen.add(deal.id);
        queue.unshift({ message: { ...later, scenes: scenes.slice(at + 1) }, came });
        apply(now, Date.now() - came);
      } else apply(message, Date.now() - came);
    }
    playing = false;
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) endScene();
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) endScene(); });

  /** @param {Message} message */
  function take(message) {
    if (message.go || (queue.length === 0 && !isDealing() && !message.scenes?.length)) return apply(message, 0);
    const parts = Object.entries(message.parts ?? {});
    const announcements = message.announcements ?? [];
    // A deal begins when what was shown before it is over, and what is new about it until then begins with it.
    const begins = [...queue.map((one) => one.message), message].find((one) => one.scenes?.some(isNewDeal));
    if (begins && begins !== message && message.parts?.deal) begins.parts = { ...begins.parts, deal: message.parts.deal };
    const isDue = (/** @type {string} */ id) => TALK.includes(id) && !(begins && id === "deal");
    const waits = (/** @type {string} */ id) => !TALK.includes(id) || (begins === message && id === "deal");
    apply({
      parts: Object.fromEntries(parts.filter(([id]) => isDue(id))),
      announcements: announcements.filter(({ id }) => SPOKEN.test(id)),
      ...(message.problem ? { problem: message.problem } : {}),
    }, 0);
    const rest = { ...message, parts: Object.fromEntries(parts.filter(([id]) => waits(id))), announcements: announcements.filter(({ id }) => !SPOKEN.test(id)) };
    delete rest.problem;
    queue.push({ message: rest, came: Date.now() });
    goOn();
  }

  const goOn = () => void run().catch(reportError);
  return { take, goOn };
}
