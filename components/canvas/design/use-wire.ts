import { useReactFlow } from "@xyflow/react";
import { useEffect, useEffectEvent, useRef } from "react";
import { END, START, type DesignDrawing } from "@/lib/graph/design-drawing";
import type { Point } from "@/lib/graph/layout-input";
import type { DesignIntents } from "../design-canvas";
import type { DesignStore, Wire } from "./design-store";
import { sayNode } from "./way-words";
import { validEnds } from "./wire-rules";

/** Pixels of the screen within which a press on a port is a click. */
const CLICK_REACH = 4;

type WireInput = {
  store: DesignStore;
  intents: Pick<DesignIntents, "onConnect" | "onRetarget" | "onAdd" | "onAnnounce">;
  /** Middle of a drawn node, in canvas units. */
  middleOf: (id: string) => Point | null;
};

/** Drawing a line: from a port to a node, to nothing (which adds a node there), or an end of a line to another node. */
export function useWire({ store, intents, middleOf }: WireInput) {
  const flow = useReactFlow();
  const pressed = useRef<{ x: number; y: number; hasLeft: boolean } | null>(null);

  const finish = (wire: Wire) => {
    store.setState({ wire: null });
    if (wire.over === null) return;
    if (wire.moved !== null) intents.onRetarget(wire.moved, wire.end, wire.over);
    else intents.onConnect(wire.anchor, wire.over);
  };

  const onPointerMove = useEffectEvent((event: PointerEvent) => {
    const { wire } = store.getState();
    const from = pressed.current;
    if (wire === null || from === null) return;
    const target = nodeAt(event, store.getState().drawing);
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 24 || target !== wire.anchor) from.hasLeft ||= true;
    const isOffered = target !== null && wire.valid.has(target) && (target !== wire.anchor || from.hasLeft);
    store.setState({ wire: { ...wire, at: flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }), over: isOffered ? target : null } });
  });
  const onPointerUp = useEffectEvent((event: PointerEvent) => {
    const { wire } = store.getState();
    const from = pressed.current;
    pressed.current = null;
    if (wire === null || from === null) return;
    const isClick = Math.hypot(event.clientX - from.x, event.clientY - from.y) <= CLICK_REACH;
    if (isClick && wire.moved === null) {
      store.setState({ wire: null });
      const middle = middleOf(wire.anchor);
      intents.onAdd({ x: wire.at.x + 120, y: middle?.y ?? wire.at.y }, wire.anchor);
      return;
    }
    finish(wire);
    if (wire.over === null && wire.moved === null && nodeAt(event, store.getState().drawing) === null && isOnPane(event))
      intents.onAdd(wire.at, wire.anchor);
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { wire } = store.getState();
    if (wire === null) return;
    if (event.key === "Escape") {
      pressed.current = null;
      store.setState({ wire: null });
      intents.onAnnounce("No line drawn");
    } else if (!wire.isByKeys) return;
    else if (event.key === "Enter" || event.key === " ") finish(wire);
    else if (event.key === "Tab" || event.key.startsWith("Arrow")) {
      const isBack = event.key === "ArrowUp" || event.key === "ArrowLeft" || (event.key === "Tab" && event.shiftKey);
      const valid = [...wire.valid];
      const index = wire.over === null ? -1 : valid.indexOf(wire.over);
      const over = valid[(index + (isBack ? -1 : 1) + valid.length) % valid.length] ?? null;
      choose(wire, over);
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const listen = { move: onPointerMove, up: onPointerUp, key: onKeyDown };
    window.addEventListener("pointermove", listen.move);
    window.addEventListener("pointerup", listen.up);
    window.addEventListener("keydown", listen.key, { capture: true });
    return () => {
      window.removeEventListener("pointermove", listen.move);
      window.removeEventListener("pointerup", listen.up);
      window.removeEventListener("keydown", listen.key, { capture: true });
    };
  }, []);

  function choose(wire: Wire, over: string | null): void {
    const at = over === null ? wire.at : (middleOf(over) ?? wire.at);
    store.setState({ wire: { ...wire, over, at } });
    intents.onAnnounce(over === null ? "Nothing to connect to" : `${sayNode(wire.anchor)} to ${sayNode(over)}: Enter connects, Escape leaves it`);
  }

  const start = useEffectEvent((wire: Pick<Wire, "anchor" | "end" | "moved">, event: { clientX: number; clientY: number }) => {
    pressed.current = { x: event.clientX, y: event.clientY, hasLeft: false };
    const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    store.setState({ wire: { ...wire, at, over: null, valid: validEnds(store.getState().drawing, wire), isByKeys: false }, editing: null });
  });
  useEffect(() => {
    store.handlers.onStartWire = (wire, event) => start(wire, event);
  }, [store]);

  return {
    startByKeys: (anchor: string) => {
      const wire = { anchor, end: "target" as const, moved: null };
      if (anchor === END) {
        intents.onAnnounce("Nothing leads on from the end");
        return;
      }
      const valid = validEnds(store.getState().drawing, wire);
      const first = [...valid].find((id) => id !== anchor && id !== START) ?? [...valid][0] ?? null;
      choose({ ...wire, at: middleOf(anchor) ?? { x: 0, y: 0 }, over: null, valid, isByKeys: true }, first);
    },
  };
}

function isOnPane(event: PointerEvent): boolean {
  return event.target instanceof Element && event.target.closest(".react-flow") !== null;
}

/** The node of the outermost level under the pointer. */
function nodeAt({ clientX, clientY }: PointerEvent, drawing: DesignDrawing): string | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const id = element.closest(".react-flow__node")?.getAttribute("data-id") ?? null;
    if (id !== null && (drawing.nodes.has(id) || id === START || id === END)) return id;
  }
  return null;
}
