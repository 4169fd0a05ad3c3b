import { vi } from "vitest";

const PANE = { width: 900, height: 700 };

/** What React Flow asks of a page and jsdom does not have: sizes, their observer, and matrices. */
export function givePageSizes(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #report: ResizeObserverCallback;
      constructor(report: ResizeObserverCallback) {
        this.#report = report;
      }
      observe(target: Element): void {
        const entry = { target, contentRect: target.getBoundingClientRect() };
        this.#report([entry as ResizeObserverEntry], this);
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal(
    "DOMMatrixReadOnly",
    class {
      readonly m22 = 1;
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  const size = (name: "width" | "height") => ({ configurable: true, get: () => PANE[name] });
  for (const name of ["offsetWidth", "clientWidth"]) Object.defineProperty(HTMLElement.prototype, name, size("width"));
  for (const name of ["offsetHeight", "clientHeight"]) Object.defineProperty(HTMLElement.prototype, name, size("height"));
}
