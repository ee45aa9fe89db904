/** Shares as in a real register; a field with a condition counts only records that meet it. */
export const missingInCompanies = {
  domain: 0.12,
  description: 0.25,
  employees: 0.06,
  revenue: 0.18,
  founded: 0.15,
  phones: 0.2,
  keywords: 0.15,
  services: 0.12,
  products: 0.35,
  b2b_vs_b2c: 0.1,
  /** Of companies with a domain. */
  emails: 0.35,
  web_traffic: 0.35,
  verified_at: 0.1,
} as const

export const missingInPeople = {
  /** Of people whose company has a domain. */
  work_email: 0.22,
  mobile: 0.55,
  personal_email: 0.8,
  direct_phone: 0.8,
  linkedin_url: 0.3,
  location: 0.1,
  role_start: 0.18,
  skills: 0.2,
  headline: 0.8,
  seniority: 0.04,
  department: 0.05,
} as const
