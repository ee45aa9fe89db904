import { links } from '../../contract/links.ts'

/** Without a plan the page of plans is the only page (spec 2, plan gate), and shows this view itself; elsewhere undefined. */
export const planView = (path: string, view: 'users' | 'customers'): string | undefined =>
  path === links.planSelection() ? `${links.planSelection()}?view=${view}` : undefined
