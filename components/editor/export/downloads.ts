import type { Box } from "@/lib/graph/layout-input";

/** Larger pictures are refused by browsers. */
const MAX_PIXELS = 16_000_000;
const SHARPNESS = 2;

/** Saves something as a file of the person's. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has to have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A name that a file may have everywhere. */
export function toFileName(title: string): string {
  const name = title
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, " ")
    .trim()
    .replace(/\s+/g, "-")
    .slice(0, 80);
  return name === "" ? "workflow" : name;
}

/** The SVG as a PNG, twice as sharp where that is not too large. Throws where the browser cannot draw it. */
export async function toPng(svg: string, { width, height }: Pick<Box, "width" | "height">): Promise<Blob> {
  const scale = Math.min(SHARPNESS, Math.sqrt(MAX_PIXELS / (width * height)));
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("The browser gives no canvas to draw on.");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) throw new Error("The browser could not write the picture.");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
