import type { FastifyInstance, FastifyReply } from 'fastify'
import { StripeError } from './errors.ts'
import { document, html } from './html.ts'
import type { World } from './world.ts'

export type Answer = { page: string } | { to: string }

interface FormPage {
  show: (id: string, query: URLSearchParams) => string | Answer
  submit: (id: string, form: Record<string, unknown>) => Answer
}

/** A page with a form that works without script. */
export function formPage(
  app: FastifyInstance,
  world: World,
  url: string,
  { show, submit }: FormPage,
): void {
  app.get(url, (request, reply) =>
    answer(world, reply, () => {
      const { id = '' } = request.params as { id?: string }
      const result = show(id, new URL(request.url, 'http://x').searchParams)
      return typeof result === 'string' ? { page: result } : result
    }),
  )
  app.post(url, (request, reply) =>
    answer(world, reply, () => {
      const { id = '' } = request.params as { id?: string }
      return submit(id, Object.fromEntries(Object.entries(Object(request.body) as object)))
    }),
  )
}

export function answer(world: World, reply: FastifyReply, run: () => Answer): FastifyReply {
  try {
    const result = run()
    world.save()
    return 'to' in result ? reply.redirect(result.to, 303) : sendPage(reply, result.page)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return sendPage(
      reply.status(error.status),
      document('Test payment page', html`<p role="alert">${error.message}</p>`),
    )
  }
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .header('referrer-policy', 'no-referrer')
    .send(page)
}
