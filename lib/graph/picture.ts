import type { GraphEdge } from "../schema/graph";
import { toLabelLines, type Box, type Point } from "./layout-input";

/** One thing of a drawing, where it stands on the whole. Later ones lie over earlier ones. */
export type PictureNode = {
  shape: "card" | "start" | "end" | "frame" | "group" | "note";
  box: Box;
  title: string;
  /** The second line of a card. */
  line: string | null;
  /** A card that cannot be edited. */
  isLocked: boolean;
};

/** A line with its arrowhead, both as SVG paths; `at` is the middle of its label. */
export type PictureEdge = {
  path: string;
  arrowhead: string;
  points: readonly Point[];
  kind: GraphEdge["kind"];
  labels: readonly string[];
  at: Point;
};

/** A drawing as it is laid out, without anything that only the screen has. */
export type Picture = { title: string; nodes: PictureNode[]; edges: PictureEdge[] };
export type PictureTheme = "light" | "dark";

type Colours = {
  canvas: string;
  raised: string;
  line: string;
  strong: string;
  text: string;
  muted: string;
  faint: string;
  edge: string;
  note: string;
  noteLine: string;
};

/** The colours of app/tokens.css: a picture goes where there is no style sheet. */
const COLOURS: Record<PictureTheme, Colours> = {
  light: {
    canvas: "#f7f7f8",
    raised: "#ffffff",
    line: "#e4e4e8",
    strong: "#cfcfd6",
    text: "#17171a",
    muted: "#5d5d67",
    faint: "#6a6a74",
    edge: "#a7a7af",
    note: "#fdf6ea",
    noteLine: "#e9d0b3",
  },
  dark: {
    canvas: "#0f0f12",
    raised: "#1a1a1f",
    line: "#26262c",
    strong: "#3a3a43",
    text: "#ececf0",
    muted: "#a2a2ad",
    faint: "#8a8a95",
    edge: "#5a5a64",
    note: "#251f17",
    noteLine: "#58462e",
  },
};

const MARGIN = 24;
const SANS = "Geist, 'Geist Sans', system-ui, sans-serif";
const MONO = "'Geist Mono', ui-monospace, SFMono-Regular, Menlo, monospace";
const DASHES: Record<GraphEdge["kind"], string> = {
  static: "",
  conditional: ' stroke-dasharray="5 4"',
  command: ' stroke-dasharray="1 4" stroke-linecap="round"',
};
/** Mean widths of a character, a little generous: nothing is measured here. */
const MONO_WIDTH = 7.6;
const SANS_WIDTH = 6;
const LABEL_LINE = 16;

/** The drawing as an SVG file. Everything is drawn with plain shapes and text, so that any program can show it. */
export function toSvg(picture: Picture, theme: PictureTheme): string {
  const colours = COLOURS[theme];
  const { x, y, width, height } = boundsOf(picture);
  const back = picture.nodes.filter(({ shape }) => shape === "frame" || shape === "group");
  const front = picture.nodes.filter((node) => !back.includes(node));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(picture.title)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colours.canvas}"/>`,
    ...back.map((node) => toBack(node, colours)),
    ...picture.edges.map((edge) => toLine(edge, colours)),
    ...front.map((node) => toFront(node, colours)),
    ...picture.edges.flatMap((edge) => toLabel(edge, colours)),
    "</svg>",
    "",
  ].join("\n");
}

/** Whole numbers around everything, with a margin. */
export function boundsOf({ nodes, edges }: Picture): Box {
  const points = [
    ...nodes.flatMap(({ box }) => [
      { x: box.x, y: box.y },
      { x: box.x + box.width, y: box.y + box.height },
    ]),
    ...edges.flatMap(({ points, at, labels }) => [...points, ...(labels.length === 0 ? [] : cornersOf(labelBox(at, labels)))]),
  ];
  if (points.length === 0) return { x: 0, y: 0, width: 2 * MARGIN, height: 2 * MARGIN };
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const left = Math.floor(least(xs)) - MARGIN;
  const top = Math.floor(least(ys)) - MARGIN;
  return { x: left, y: top, width: Math.ceil(most(xs)) + MARGIN - left, height: Math.ceil(most(ys)) + MARGIN - top };
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y: y + height },
];

function labelBox(at: Point, labels: readonly string[]): Box {
  const lines = toLabelLines(labels);
  const width = Math.max(...lines.map(({ length }) => length)) * SANS_WIDTH + 12;
  const height = lines.length * LABEL_LINE + 2;
  return { x: at.x - width / 2, y: at.y - height / 2, width, height };
}

function toBack({ shape, box, title }: PictureNode, colours: Colours): string {
  const rect = `<rect ${at(box)} rx="10" fill="${colours.raised}" fill-opacity="${shape === "frame" ? 0.55 : 0.35}" stroke="${colours.strong}"/>`;
  const font = shape === "frame" ? `font-family="${MONO}" font-size="12.5"` : `font-family="${SANS}" font-size="11.5"`;
  const words = cut(title, (box.width - 24) / MONO_WIDTH);
  return `${rect}<text x="${round(box.x + 12)}" y="${round(box.y + 20)}" ${font} font-weight="500" fill="${colours.muted}">${escape(words)}</text>`;
}

function toFront(node: PictureNode, colours: Colours): string {
  if (node.shape === "start" || node.shape === "end") return toMark(node, colours);
  if (node.shape === "note") return toNote(node, colours);
  const { box, title, line, isLocked } = node;
  const dashes = isLocked ? ' stroke-dasharray="4 3"' : "";
  const rect = `<rect ${at(box)} rx="8" fill="${colours.raised}" stroke="${colours.strong}"${dashes}/>`;
  const x = round(box.x + 12);
  const middle = box.y + box.height / 2;
  const name = cut(title, (box.width - 20) / MONO_WIDTH);
  const first = `<text x="${x}" y="${round(line === null ? middle + 4 : middle - 3)}" font-family="${MONO}" font-size="12.5" font-weight="500" fill="${colours.text}">${escape(name)}</text>`;
  if (line === null) return rect + first;
  const words = cut(line, (box.width - 20) / SANS_WIDTH);
  return `${rect}${first}<text x="${x}" y="${round(middle + 15)}" font-family="${SANS}" font-size="11.5" fill="${colours.muted}">${escape(words)}</text>`;
}

/** A triangle for the start, a square for the end, each in a ring. */
function toMark({ shape, box }: PictureNode, colours: Colours): string {
  const x = round(box.x + box.width / 2);
  const y = round(box.y + box.height / 2);
  const ring = `<circle cx="${x}" cy="${y}" r="${round(box.width / 2 - 0.75)}" fill="${colours.raised}" stroke="${colours.strong}" stroke-width="1.5"/>`;
  const sign = shape === "start" ? `M${x - 2.5} ${y - 4} L${x + 4} ${y} L${x - 2.5} ${y + 4} Z` : `M${x - 3.5} ${y - 3.5} h7 v7 h-7 Z`;
  return `${ring}<path d="${sign}" fill="${colours.faint}"><title>${shape === "start" ? "Start" : "End"}</title></path>`;
}

function toNote({ box, title }: PictureNode, colours: Colours): string {
  const rect = `<rect ${at(box)} rx="6" fill="${colours.note}" stroke="${colours.noteLine}"/>`;
  const most = Math.max(1, Math.floor((box.height - 12) / 16));
  const lines = wrap(title, Math.floor((box.width - 16) / SANS_WIDTH));
  const shown = lines.length > most ? [...lines.slice(0, most - 1), cut(`${lines[most - 1] ?? ""} …`, (box.width - 16) / SANS_WIDTH)] : lines;
  const spans = shown.map((line, index) => `<tspan x="${round(box.x + 8)}" y="${round(box.y + 18 + index * 16)}">${escape(line)}</tspan>`);
  return `${rect}<text font-family="${SANS}" font-size="12" fill="${colours.text}">${spans.join("")}</text>`;
}

function toLine({ path, arrowhead, kind }: PictureEdge, colours: Colours): string {
  const line = `<path d="${escape(path)}" fill="none" stroke="${colours.edge}" stroke-width="1.5"${DASHES[kind]}/>`;
  return `${line}<path d="${escape(arrowhead)}" fill="${colours.edge}"/>`;
}

function toLabel({ labels, at: middle }: PictureEdge, colours: Colours): string[] {
  if (labels.length === 0) return [];
  const box = labelBox(middle, labels);
  const spans = toLabelLines(labels).map(
    (line, index) => `<tspan x="${round(middle.x)}" y="${round(box.y + 13 + index * LABEL_LINE)}">${escape(line)}</tspan>`,
  );
  const rect = `<rect ${at(box)} rx="4" fill="${colours.canvas}"/>`;
  return [`${rect}<text text-anchor="middle" font-family="${SANS}" font-size="11" fill="${colours.muted}">${spans.join("")}</text>`];
}

const at = ({ x, y, width, height }: Box) => `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
const round = (value: number) => Math.round(value * 10) / 10;

function cut(text: string, length: number): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length <= length ? characters.join("") : `${characters.slice(0, Math.max(1, Math.floor(length) - 1)).join("")}…`;
}

/** Lines of at most `length` characters, broken between words where that can be. */
function wrap(text: string, length: number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && line.length + 1 + word.length > length) {
        lines.push(line);
        line = "";
      }
      line = line === "" ? word : `${line} ${word}`;
      while (line.length > length) {
        lines.push(line.slice(0, length));
        line = line.slice(length);
      }
    }
    return [...lines, line];
  });
}

/** Text of XML. Characters that XML cannot have are left out. */
function escape(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
