"use client";

import { useMemo } from "react";
import type { DesignCanvasHandle } from "@/components/canvas/design-canvas";
import { showError } from "@/components/debugger/show-error";
import { notify } from "@/components/ui/notify";
import { toMermaid } from "@/lib/graph/mermaid";
import { boundsOf, toSvg, type PictureTheme } from "@/lib/graph/picture";
import type { GraphDescription } from "@/lib/schema/graph";
import { useEditor } from "../editor-context";
import { download, toFileName, toPng } from "./downloads";

export type ExportSource = {
  description: GraphDescription;
  /** What draws it; null as long as nothing does. */
  canvas: () => Pick<DesignCanvasHandle, "picture" | "direction"> | null;
};
export type Export = { id: string; label: string; run: () => void };

/** The ways out of the workflow: pictures of it, Mermaid, its file. */
export function useExports({ canvas, description }: ExportSource): Export[] {
  const { graphId, design } = useEditor();
  return useMemo(() => {
    const name = toFileName(graphId);
    const draw = async (kind: "svg" | "png", theme: PictureTheme) => {
      const drawn = canvas()?.picture() ?? null;
      if (drawn === null) throw new Error("The drawing is still being laid out. Try again in a moment.");
      const svg = toSvg(drawn, theme);
      download(`${name}.${kind}`, kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await toPng(svg, boundsOf(drawn)));
    };
    const pictureOf = (kind: "svg" | "png", theme: PictureTheme): Export => ({
      id: `${kind}-${theme}`,
      label: `${kind.toUpperCase()}, ${theme}`,
      run: () => void draw(kind, theme).catch((error: unknown) => showError("The picture was not made", error)),
    });
    const mermaid = () => toMermaid(description, canvas()?.direction() ?? "LR");
    const copyMermaid = async () => {
      await navigator.clipboard.writeText(mermaid());
      notify("Mermaid copied");
    };
    return [
      pictureOf("svg", "light"),
      pictureOf("svg", "dark"),
      pictureOf("png", "light"),
      pictureOf("png", "dark"),
      {
        id: "copy-mermaid",
        label: "Copy as Mermaid",
        run: () => void copyMermaid().catch((error: unknown) => showError("Nothing was copied", error)),
      },
      { id: "mermaid", label: "Mermaid file", run: () => download(`${name}.mmd`, new Blob([mermaid()], { type: "text/plain" })) },
      ...(design === null
        ? []
        : [
            {
              id: "file",
              label: design.file.split("/").at(-1) ?? design.file,
              run: () => download(design.file.split("/").at(-1) ?? `${name}.ts`, new Blob([design.text], { type: "text/plain" })),
            },
          ]),
    ];
  }, [graphId, design, description, canvas]);
}
