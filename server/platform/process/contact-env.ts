type Set = Record<string, string | undefined>

export type ContactEnv = {
  /** New feedback is sent to it; undefined: only `npm run feedback` shows it. */
  feedback: string | undefined
  /** On the privacy page; undefined: the page names none. */
  privacy: string | undefined
}

const address = /^[^\s<>@,;]+@[\w-]+(\.[\w-]+)+$/

export const contactProblems = (set: Set): string[] => [
  ...['FEEDBACK_EMAIL', 'PRIVACY_EMAIL']
    .filter((name) => !address.test(set[name] ?? 'unset@example.com'))
    .map((name) => `${name} must be an email address, for example help@fieldbook.example.`),
  ...(set['FEEDBACK_EMAIL'] !== undefined && set['SMTP_URL'] === undefined
    ? ['FEEDBACK_EMAIL needs SMTP_URL and MAIL_FROM.']
    : []),
]

export const contactsOf = (set: Set): ContactEnv => ({
  feedback: set['FEEDBACK_EMAIL'],
  privacy: set['PRIVACY_EMAIL'],
})
