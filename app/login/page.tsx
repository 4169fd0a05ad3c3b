import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { LoginForm } from "@/components/home/login-form";
import { needsToken } from "@/lib/server/access";
import { getSettings } from "@/lib/server/settings";

export const metadata: Metadata = { title: "Log in" };

export default async function Page() {
  await connection();
  const settings = getSettings();
  if (!needsToken(settings)) redirect("/");
  return <LoginForm hasPeople={settings.people.length > 0} />;
}
