import { createHash } from "node:crypto";

/** One beginning of the clock per run: each reading is a millisecond later, so that what waits for time to pass comes to an end. */
const STEP_MS = 1;

/**
 * Chance and time that are the same each time, for one task of a run. Each task has its own, made from where it stands in
 * the workflow, so that tasks side by side do not depend on who is faster.
 */
export class Randomness {
  readonly #seed: string;
  readonly #startedAt: number;
  #block = Buffer.alloc(0);
  #used = 0;
  #blocks = 0;
  #reads = 0;
  readonly #children = new Map<string, number>();
  #loop: Randomness | null = null;

  constructor(seed: string, startedAt: number) {
    this.#seed = seed;
    this.#startedAt = startedAt;
  }

  /** Fills bytes with what comes next. */
  fill(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length; index++) {
      if (this.#used === this.#block.length) this.#nextBlock();
      bytes[index] = this.#block[this.#used++] ?? 0;
    }
  }

  /** A number from 0 up to, and not including, 1. */
  number(): number {
    const bytes = Buffer.alloc(7);
    this.fill(bytes);
    // 53 bits, as many as a double holds exactly.
    return (bytes.readUIntBE(0, 6) * 32 + ((bytes[6] ?? 0) & 31)) / 2 ** 53;
  }

  uuid(): string {
    const bytes = Buffer.alloc(16);
    this.fill(bytes);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }

  /** The time, in milliseconds since 1970. */
  now(): number {
    return this.#startedAt + STEP_MS * this.#reads++;
  }

  /** For a task inside; the same name again, as for another try, gives another one. */
  child(name: string): Randomness {
    const count = this.#children.get(name) ?? 0;
    this.#children.set(name, count + 1);
    return new Randomness(`${this.#seed}/${name}#${count}`, this.#startedAt);
  }

  /** For LangGraph's loop around the tasks: what it draws does not depend on what the code has drawn. */
  get loop(): Randomness {
    this.#loop ??= new Randomness(`${this.#seed}/loop`, this.#startedAt);
    return this.#loop;
  }

  #nextBlock(): void {
    this.#block = createHash("sha256").update(`${this.#seed}\n${this.#blocks++}`).digest();
    this.#used = 0;
  }
}
