// A mail that is shown, of a template, a campaign or a try.

/** What is shown of it. */
export interface ShownMail {
  /** Null: each send gives it. */
  from: string | null;
  subject: string | null;
  preview_text: string | null;
  html: string | null;
  text: string | null;
  warnings: readonly string[];
}
