// A mail that is shown, of a template, a campaign or a try.

/** The shown parts of a mail. */
export interface ShownMail {
  /** Null: each send gives it. */
  from: string | null;
  subject: string | null;
  preview_text: string | null;
  html: string | null;
  text: string | null;
  warnings: readonly string[];
}
