"use client";

import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextInput } from "@/components/ui/field";
import { Mark } from "@/components/ui/mark";
import { login } from "@/lib/client/login";

/** Only a path of this server: an address from elsewhere would lead away with the session just made. */
function pathBack(): string {
  const given = new URLSearchParams(window.location.search).get("to") ?? "/";
  return /^\/(?![/\\])/.test(given) ? given : "/";
}

export function LoginForm({ hasPeople }: { hasPeople: boolean }) {
  const [token, setToken] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [name, setName] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const signedIn = await login(token);
      if (signedIn === null) {
        setError(hasPeople ? "This is nobody's token." : "This is not the token that the server was started with.");
      } else {
        setName(signedIn.name);
        // A whole new page: what was loaded before belongs to nobody, or to somebody else.
        window.location.replace(pathBack());
      }
    } catch {
      setError("The server cannot be reached. Is it still running?");
    } finally {
      setBusy(false);
    }
  }

  const help = hasPeople
    ? "Your own token. Whoever started the server has given it to you."
    : "The value of RETROGRAPH_TOKEN that the server was started with.";
  return (
    <main className="grid min-h-screen place-items-center bg-canvas p-6">
      <form onSubmit={(event) => void submit(event)} className="flex w-full max-w-80 flex-col gap-4 rounded-lg border border-line bg-panel p-5">
        <div className="flex items-center gap-2">
          <Mark className="size-5" />
          <h1 className="text-lg font-semibold">Log in to Retrograph</h1>
        </div>
        <Field label="Token" htmlFor="token" error={error} help={help}>
          <TextInput
            id="token"
            type="password"
            autoComplete="current-password"
            value={token}
            onChange={(event) => setToken(event.target.value)}
            aria-invalid={error !== null}
            autoFocus
          />
        </Field>
        <Button type="submit" variant="primary" disabled={token === "" || busy}>
          {busy ? "Checking…" : "Log in"}
        </Button>
        <p role="status" className="text-muted empty:hidden">
          {name === null ? "" : `Welcome, ${name}.`}
        </p>
      </form>
    </main>
  );
}
