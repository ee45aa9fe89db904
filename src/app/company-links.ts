import { links } from '../../contract/links.ts'

/** What the page of plans shows beside them: without a plan it is the only page one can be on (spec 2, plan gate). */
export type PlanView = 'users' | 'customers'

const viewAt = (view: PlanView): string => `${links.planSelection()}?view=${view}`

/** Where users and companies are managed, from where one is. */
export const companyLinks = (path: string): { users: string; customers: string } =>
  path === links.planSelection()
    ? { users: viewAt('users'), customers: viewAt('customers') }
    : { users: links.users(), customers: links.selectCustomer() }
