export type MailEnv = { url: string; from: string }

type Set = Record<string, string | undefined>

export const mailProblems = (set: Set): string[] =>
  (set['SMTP_URL'] === undefined) === (set['MAIL_FROM'] === undefined)
    ? []
    : ['SMTP_URL and MAIL_FROM go together: set both for email, or neither.']

export const mailOf = ({ SMTP_URL: url, MAIL_FROM: from }: Set): MailEnv | undefined =>
  url !== undefined && from !== undefined ? { url, from } : undefined
