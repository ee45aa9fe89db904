import { createTransport } from 'nodemailer'

/** `id` is the same for every retry, so that mail programs show the email once. */
export type Letter = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  unsubscribe: string
}

export type Mailer = {
  send(letter: Letter): Promise<void>
}

/** `url` is smtp:// or smtps://, `from` an address with an optional name. */
export const smtpMailer = ({ url, from }: { url: string; from: string }): Mailer => {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    send: async ({ id, to, subject, text, html, unsubscribe }) => {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        messageId: `<${id}@${domainOf(from)}>`,
        headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'Auto-Submitted': 'auto-generated' },
      })
    },
  }
}

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
