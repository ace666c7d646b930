// What a new template can begin with, without the contents: a list that is still empty offers them by name.

/** The choice of no starter. */
export const BLANK = 'blank';

/** The starters by their ids, which links to the dialog use. */
export const STARTER_CHOICES = [
  {
    id: 'welcome',
    label: 'Welcome',
    hint: 'For people who just signed up: the next step, with a button to start.',
  },
  {
    id: 'receipt',
    label: 'Receipt',
    hint: 'A line for each item, and the total.',
  },
  {
    id: 'password-reset',
    label: 'Password reset',
    hint: 'A link that expires soon, and what to do if you did not request it.',
  },
] as const;

/** One of them. */
export type StarterId = (typeof STARTER_CHOICES)[number]['id'];

/** Undefined: it is none of them, so the template begins blank. */
export function starterChoice(id: string) {
  return STARTER_CHOICES.find((each) => each.id === id);
}
