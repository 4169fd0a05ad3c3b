"use client";

import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextInput } from "@/components/ui/field";
import { Mark } from "@/components/ui/mark";
import { login } from "@/lib/client/login";

export function LoginForm() {
  const router = useRouter();
  const [token, setToken] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      if (await login(token)) {
        router.replace("/");
        router.refresh();
      } else setError("This is not the token that the server was started with.");
    } catch {
      setError("The server cannot be reached. Is it still running?");
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className="grid min-h-screen place-items-center bg-canvas p-6">
      <form onSubmit={(event) => void submit(event)} className="flex w-full max-w-80 flex-col gap-4 rounded-lg border border-line bg-panel p-5">
        <div className="flex items-center gap-2">
          <Mark className="size-5" />
          <h1 className="text-lg font-semibold">Log in to Retrograph</h1>
        </div>
        <Field label="Token" htmlFor="token" error={error} help="The value of RETROGRAPH_TOKEN that the server was started with.">
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
      </form>
    </main>
  );
}
