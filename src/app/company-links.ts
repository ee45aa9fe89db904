import { links } from '../../contract/links.ts'

/** Without a plan the page of plans is the only page (spec 2, plan gate). */
export type PlanView = 'users' | 'customers'

const viewAt = (view: PlanView): string => `${links.planSelection()}?view=${view}`

export const companyLinks = (path: string): { users: string; customers: string } =>
  path === links.planSelection()
    ? { users: viewAt('users'), customers: viewAt('customers') }
    : { users: links.users(), customers: links.selectCustomer() }
