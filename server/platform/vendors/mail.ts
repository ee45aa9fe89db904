import { createTransport } from 'nodemailer'

/** `id` is the same for every retry, so that mail programs show the email once. */
export type Letter = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where to turn these emails off; null if they cannot be. */
  unsubscribe: string | null
}

export type Mailer = {
  send(letter: Letter): Promise<void>
}

/** `origin` begins the links. */
export type Post = { mailer: Mailer; origin: string }

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** `url` is smtp:// or smtps://, `from` an address with an optional name. */
export const smtpMailer = ({ url, from }: { url: string; from: string }): Mailer => {
  const transport = openTransport(url)
  return {
    send: async ({ id, to, subject, text, html, unsubscribe }) => {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        messageId: `<${id}@${domainOf(from)}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== null && { 'List-Unsubscribe': `<${unsubscribe}>` }),
        },
      })
    },
  }
}

/** Connects and signs in; null if the server accepts us, else its reason. */
export const refusalOfMailServer = async (url: string): Promise<string | null> => {
  const transport = openTransport(url)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    transport.close()
  }
}

const openTransport = (url: string) =>
  createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
