import type { FastifyInstance } from 'fastify'
import { ClerkError } from './errors.ts'
import { invitationByTicket } from './invitations.ts'
import { userByEmail, type World } from './world.ts'

interface WithTicket {
  Querystring: { ticket?: string }
}

/** Redirects to the product's sign-in or sign-up, which returns the ticket. */
export function ticketRoutes(app: FastifyInstance, world: World): void {
  app.get<WithTicket>('/v1/tickets/accept', (request, reply) => {
    const ticket = request.query.ticket ?? ''
    try {
      const known = userByEmail(world.state, invitationByTicket(world, ticket).email)
      const page = new URL(known ? '/sign-in' : '/sign-up', world.origin())
      page.searchParams.set('__clerk_ticket', ticket)
      page.searchParams.set('__clerk_status', known ? 'sign_in' : 'sign_up')
      return reply.redirect(page.href, 303)
    } catch (error) {
      if (error instanceof ClerkError) return reply.redirect(`${world.origin()}/sign-in`, 303)
      throw error
    }
  })
}
