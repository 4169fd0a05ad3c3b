"use client";

export function ProblemsPanel() {
  return null;
}
