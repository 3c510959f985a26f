// @ts-check
/**
 * Schedules updates: everything that happens goes through one queue. An update's scenes are played first, one after another. The
 * rest of the update waits for them, and so do later updates. The chat does not wait.
 *
 * Nothing is announced before it is displayed: the sentences of a scene when its last card has been turned over, and the rest after
 * all scenes. A viewer may skip ahead, and nothing is played while the page is hidden.
 */

/** @typedef {import("./forms.js").Message} Message */
/** @typedef {import("./forms.js").Saying} Saying */
/** @typedef {import("./forms.js").Scene} Scene */

/** Parts that wait for nothing, and the prefixes of their announcements' ids. */
const TALK = ["chat-log", "chat-form", "reactions", "notes", "deal"];
const SPOKEN = /^([sg]|kr)\d/;

/** Milliseconds for which taps on what was below a scene are ignored after it. */
const SHIELD = 450;

/** @param {Scene} scene @returns {boolean} true for a deal, which the page itself displays */
const isDeal = (scene) => scene.kind === "deal";

/**
 * @param {(message: Message, held: number) => void} apply puts an update on the page, after it was held back for `held`
 * milliseconds
 * @param {(saying: Saying) => void} [tell] announces something ahead of that
 * @param {(scene: Scene, stage: Element) => void} [play] makes the sounds of a scene, called as it begins
 * @param {() => boolean} [isDealing] returns true while people look at their cards, which everything waits for
 * @returns {{ take: (message: Message) => void, goOn: () => void }} handler of all updates, and a function to call after the deal
 */
export function startDirector(apply, tell = () => {}, play = () => {}, isDealing = () => false) {
  /** @type {{ message: Message, came: number }[]} */
  const queue = [];
  /** Ids of the scenes played. @type {Set<string>} */
  const seen = new Set();
  /** @param {Scene} scene @returns {boolean} */
  const isNewDeal = (scene) => isDeal(scene) && !seen.has(scene.id);
  let playing = false;
  /** Ends the current scene. */
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
    // In document order, unless they have an order of their own.
    const cards = [...stage.querySelectorAll(".scene-card")];
    const turnOf = (/** @type {Element} */ card, /** @type {number} */ k) => Number(card.getAttribute("data-turn") ?? k);
    document.body.append(stage);
    play(scene, stage);
    const turn = (scene.told * 1000) / Math.max(1, cards.length);
    const timers = cards.map((card, k) => setTimeout(() => card.classList.add("is-open"), turn * (turnOf(card, k) + 1)));
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
    // A tap that comes just as the scene is over was meant for it, not for what is below.
    const shield = Object.assign(document.createElement("div"), { className: "after-stage" });
    stage.replaceWith(shield);
    setTimeout(() => shield.remove(), SHIELD);
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
        // The deal covers the page, which shows the state after it already. Its announcements wait until the deal is over.
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
    // A deal begins after the scenes before it. Changes of the deal until then are applied when it begins.
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
