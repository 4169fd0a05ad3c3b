import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/** F12, or a click with ⌘ or Ctrl, asks where the thing at an offset is defined. */
export function goToDefinition(find: (view: EditorView, offset: number) => void): Extension {
  return [
    keymap.of([
      {
        key: "F12",
        preventDefault: true,
        run: (view) => {
          find(view, view.state.selection.main.head);
          return true;
        },
      },
    ]),
    // A second cursor is set with Alt instead.
    EditorView.clickAddsSelectionRange.of((event) => event.altKey),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (event.button !== 0 || !(event.metaKey || event.ctrlKey)) return false;
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (offset === null) return false;
        event.preventDefault();
        find(view, offset);
        return true;
      },
    }),
  ];
}
