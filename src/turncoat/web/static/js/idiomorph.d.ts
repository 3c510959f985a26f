/** The part of Idiomorph that is used here. */
declare const Idiomorph: {
  morph(
    now: Element,
    next: HTMLCollection | Element | string,
    config?: {
      morphStyle?: "outerHTML" | "innerHTML";
      ignoreActiveValue?: boolean;
      callbacks?: {
        beforeNodeMorphed?: (old: Node, fresh: Node) => boolean;
        beforeAttributeUpdated?: (name: string, node: Node, how: "update" | "remove") => boolean;
      };
    },
  ): void;
};
