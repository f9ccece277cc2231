// Why: tests need a few functions of Node, and all of its types would bring a second set of timers and events.

declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
  export const mock: {
    timers: { enable(what: { apis: "Date"[]; now: number }): void; tick(milliseconds: number): void; reset(): void };
  };
}

declare module "node:assert/strict" {
  const assert: {
    (value: unknown, message?: string): asserts value;
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
  };
  export default assert;
}

declare module "node:crypto" {
  export function createHash(name: "sha256"): { update(data: Uint8Array | string): { digest(form: "hex"): string } };
}

declare module "node:fs" {
  export function existsSync(path: URL): boolean;
  export function readFileSync(path: URL, encoding: "utf8"): string;
}
