import { shares } from './random.ts'

export type SectorName =
  | 'farm'
  | 'mining'
  | 'manufacturing'
  | 'utility'
  | 'build'
  | 'trades'
  | 'wholesale'
  | 'retail'
  | 'stay'
  | 'hospitality'
  | 'logistics'
  | 'media'
  | 'tech'
  | 'finance'
  | 'property'
  | 'research'
  | 'design'
  | 'practice'
  | 'creative'
  | 'professional'
  | 'people'
  | 'government'
  | 'education'
  | 'health'
  | 'care'
  | 'leisure'
  | 'workshop'
  | 'personal'
  | 'community'

export type Sector = {
  sells: readonly (readonly [string, number])[]
  team: readonly (readonly [string, number])[]
  leads: readonly (readonly [string, number])[]
  /** Technologies beyond the common ones: 'Name percent from-to', with size bands numbered from 0. */
  tech: string
  /** Approximate, per month and employee. */
  visits: number
  reviewed: number
  /** How soon a company opens another location; 1 is usual. */
  spread: number
}

const owners = 'Owner 34, Managing Director 26, Founder 12, Company Director 22, General Manager 6'
const chiefs = 'Chief Executive Officer 55, Managing Director 30, Founder 15'

const sector = (
  sells: string,
  team: string,
  leads: string,
  tech: string,
  visits: number,
  reviewed: number,
  spread: number,
): Sector => ({
  sells: shares(sells),
  team: shares(team),
  leads: shares(leads),
  tech,
  visits,
  reviewed,
  spread,
})

export const sectors: Readonly<Record<SectorName, Sector>> = {
  farm: sector(
    'B2B 80, B2C 8, Both 12',
    'Operations 34, Trades/field 30, Admin 9, Finance 7, Supply chain 7, Sales 5, R&D 4, Health & safety 2, Marketing 2',
    'Owner 48, Company Director 22, Managing Director 20, General Manager 10',
    'AgriWebb 22 0-3, Xero 20 0-1, Nearmap 6 1-5, SafetyCulture 8 2-5',
    12,
    0.12,
    0.7,
  ),
  mining: sector(
    'B2B 97, Both 3',
    'Engineering 26, Operations 20, Trades/field 16, Health & safety 9, Finance 7, Procurement 5, Supply chain 5, HR 4, IT 3, Admin 3, Legal 2',
    chiefs,
    'Pronto Xi 14 2-5, SAP S/4HANA 26 4-7, Esri ArcGIS 28 1-7, SafetyCulture 25 2-7, Power BI 30 2-7, Oracle NetSuite 14 2-4, CrowdStrike Falcon 20 3-7, Nearmap 10 1-5',
    14,
    0.1,
    1,
  ),
  manufacturing: sector(
    'B2B 68, B2C 6, Both 26',
    'Operations 30, Trades/field 16, Sales 14, Engineering 9, Supply chain 8, Finance 6, Admin 4, Marketing 4, Procurement 3, Health & safety 2, R&D 2, HR 2, IT 1, Product 1',
    owners,
    'MYOB 16 1-3, Oracle NetSuite 12 2-4, SAP S/4HANA 24 4-7, Pronto Xi 10 2-4, Shopify 8 0-3, WooCommerce 9 0-2, SafetyCulture 14 2-6, Power BI 16 2-7, Tanda 6 1-4',
    26,
    0.28,
    1,
  ),
  utility: sector(
    'B2B 52, B2C 10, Both 32, B2G 6',
    'Operations 26, Engineering 18, Trades/field 16, Customer success 8, Finance 7, IT 6, Health & safety 5, HR 4, Legal 2, Procurement 3, Marketing 2, Supply chain 3',
    chiefs,
    'Esri ArcGIS 30 2-7, SAP S/4HANA 28 4-7, TechnologyOne 12 3-6, Genesys Cloud 22 4-7, Power BI 30 2-7, EROAD 10 1-5, Microsoft Azure 24 3-7',
    40,
    0.35,
    1.2,
  ),
  build: sector(
    'B2B 40, B2C 24, Both 30, B2G 6',
    'Operations 42, Trades/field 15, Engineering 8, Finance 6, Admin 7, Sales 6, Health & safety 5, Design 3, Procurement 3, HR 2, Marketing 2, Property/facilities 1',
    owners,
    'Procore 12 1-1, Procore 34 2-7, Buildxact 22 0-2, Buildertrend 8 0-2, Aconex 8 2-3, Aconex 30 4-7, Xero 24 1-2, Nearmap 18 1-7, SafetyCulture 22 1-7, DocuSign 14 1-6, CookieYes 2 0-3, Matterport 4 1-4',
    16,
    0.4,
    0.8,
  ),
  trades: sector(
    'B2B 18, B2C 24, Both 55, B2G 3',
    'Trades/field 54, Operations 14, Admin 10, Sales 6, Finance 5, Health & safety 3, Engineering 3, Supply chain 2, Procurement 1, HR 1, Marketing 1',
    owners,
    'simPRO 22 1-4, ServiceM8 26 0-1, Tradify 14 0-1, Fergus 10 0-2, AroFlo 10 1-3, Xero 22 0-2, Google Reviews 18 0-3, SafetyCulture 12 1-5, Verizon Connect 8 1-5',
    22,
    0.68,
    0.8,
  ),
  wholesale: sector(
    'B2B 82, B2C 2, Both 16',
    'Sales 30, Supply chain 22, Operations 12, Finance 8, Customer success 6, Marketing 6, Procurement 5, Admin 5, IT 2, HR 2, Product 2',
    owners,
    'Oracle NetSuite 16 2-4, MYOB 14 1-3, Pronto Xi 12 2-4, Neto 8 0-3, BigCommerce 6 1-4, CartonCloud 8 1-3, Klaviyo 5 1-4, Pipedrive 7 0-2, SAP S/4HANA 20 4-7',
    36,
    0.3,
    1.4,
  ),
  retail: sector(
    'B2B 2, B2C 82, Both 16',
    'Operations 46, Sales 16, Marketing 8, Supply chain 8, Customer success 6, Finance 5, Procurement 3, HR 2, IT 2, Admin 3, Clinical 1',
    owners,
    'Shopify 36 0-4, WooCommerce 14 0-1, Adobe Commerce 24 4-7, Klaviyo 26 0-5, Afterpay 34 0-7, Zip 14 0-7, Lightspeed Retail 18 0-3, Square 16 0-1, Tyro 16 0-3, Stripe 18 0-4, PayPal 28 0-5, Meta Pixel 26 0-7, Deputy 20 1-5, Judge.me 8 0-2, ProductReview 9 1-6, TikTok Pixel 10 0-5, Okendo 4 1-4',
    190,
    0.82,
    2.2,
  ),
  stay: sector(
    'B2C 76, Both 24',
    'Operations 48, Customer success 22, Sales 7, Property/facilities 6, Marketing 5, Finance 4, Admin 4, HR 3',
    owners,
    'SiteMinder 34 0-6, Little Hotelier 22 0-1, RMS Cloud 20 0-4, Cloudbeds 10 0-2, NowBookIt 5 1-4, Windcave 10 0-4, Deputy 18 1-5, Vimeo 5 0-5',
    150,
    0.9,
    1.1,
  ),
  hospitality: sector(
    'B2C 84, Both 16',
    'Operations 78, Admin 5, Marketing 5, Finance 4, Sales 3, HR 2, Supply chain 2',
    'Owner 46, Owner Operator 22, Company Director 16, General Manager 10, Founder 6',
    'Square 30 0-2, Tyro 24 0-3, Deputy 30 0-5, Tanda 12 1-4, SevenRooms 14 0-4, NowBookIt 16 0-3, OpenTable 9 0-3, Linktree 8 0-1, Lightspeed Retail 8 0-3, Meta Pixel 12 0-4',
    60,
    0.92,
    1.2,
  ),
  logistics: sector(
    'B2B 76, B2C 4, Both 20',
    'Supply chain 48, Operations 18, Sales 9, Finance 6, Admin 6, Customer success 4, Health & safety 3, HR 2, IT 2, Trades/field 2',
    owners,
    'CartonCloud 22 0-3, CargoWise 18 1-7, Teletrac Navman 14 1-5, EROAD 12 1-5, Geotab 8 1-6, Webfleet 5 1-4, MYOB 12 1-3',
    22,
    0.34,
    1.5,
  ),
  media: sector(
    'B2B 40, B2C 22, Both 38',
    'Marketing 28, Operations 18, Sales 14, Design 12, Engineering 8, Trades/field 5, Finance 5, Admin 4, Product 3, Data 3',
    'Founder 30, Managing Director 26, Company Director 18, Owner 14, Chief Executive Officer 12',
    'Adobe Creative Cloud 40 0-6, Vimeo 20 0-5, Brightcove 10 3-7, Disqus 6 0-4, Quantcast Choice 6 1-6, JW Player 8 1-6, AWS 24 1-7, Mailchimp 12 0-3, Canva 16 0-3, SoundCloud 5 0-3, Spotify Embed 5 0-3, Issuu 5 0-4',
    420,
    0.22,
    0.6,
  ),
  tech: sector(
    'B2B 78, B2C 4, Both 16, B2G 2',
    'Engineering 30, Sales 14, IT 14, Customer success 10, Product 8, Marketing 7, Data 5, Design 4, Finance 3, HR 3, Operations 2',
    'Founder 28, Co-Founder 16, Chief Executive Officer 24, Managing Director 22, Company Director 10',
    'AWS 44 0-7, Microsoft Azure 26 0-7, Google Cloud 12 0-7, React 40 0-7, Next.js 20 0-5, Vue.js 10 0-5, GitHub 36 0-7, GitLab 8 1-7, Sentry 16 0-5, Jira 30 1-7, Slack 34 0-6, Google Workspace 18 0-4, HubSpot 22 0-4, Salesforce 16 2-6, Segment 9 1-5, Intercom 16 0-4, Stripe 22 0-4, PostgreSQL 18 0-7, MongoDB 9 0-7, Redis 8 0-7, Kubernetes 12 1-7, Datadog 12 1-7, Snowflake 10 2-7, PostHog 6 0-3, Webflow 12 0-3, Tailwind CSS 12 0-4, TypeScript 16 0-5, Node.js 16 0-5, Mixpanel 6 1-5, Notion 14 0-4, 1Password 8 0-4, Cloudflare Turnstile 4 0-4, Apollo 5 0-3, ClickUp 5 0-3',
    90,
    0.16,
    0.7,
  ),
  finance: sector(
    'B2B 26, B2C 28, Both 46',
    'Finance 42, Sales 18, Customer success 8, Admin 8, Operations 6, Legal 4, IT 5, Marketing 4, Data 3, HR 2',
    'Managing Director 24, Company Director 22, Partner 14, Founder 16, Owner 14, Chief Executive Officer 10',
    'Xplan 28 0-4, Salesforce 22 1-7, DocuSign 34 0-7, Microsoft Entra ID 16 2-7, Mimecast 16 1-6, Snowflake 14 4-7, Power BI 22 2-7, Okta 14 3-7, Genesys Cloud 20 4-7, Adobe Experience Manager 20 5-7, OneTrust 14 4-7, Calendly 14 0-2, Loqate 6 2-6',
    70,
    0.4,
    0.9,
  ),
  property: sector(
    'B2B 18, B2C 30, Both 52',
    'Sales 38, Property/facilities 32, Admin 10, Finance 6, Marketing 5, Operations 5, Legal 2, HR 2',
    owners,
    'PropertyMe 34 0-3, Console Cloud 20 0-4, DocuSign 22 0-5, Matterport 12 0-5, Nearmap 9 0-5, Mailchimp 10 0-3, Campaign Monitor 8 0-4, Google Reviews 12 0-3',
    55,
    0.6,
    1.1,
  ),
  research: sector(
    'B2B 70, Both 18, B2G 12',
    'R&D 46, Clinical 6, Engineering 6, Data 8, Operations 8, Finance 6, Legal 4, Marketing 4, Admin 6, HR 3, IT 3',
    chiefs,
    'AWS 20 1-7, Google Cloud 10 1-7, Databricks 6 2-7, PostgreSQL 6 0-5, Slack 16 0-4, Asana 9 0-4, GitHub 12 0-5',
    24,
    0.06,
    0.5,
  ),
  design: sector(
    'B2B 66, B2C 6, Both 20, B2G 8',
    'Engineering 36, Design 26, Operations 14, Admin 8, Finance 4, Sales 3, Marketing 3, HR 2, Health & safety 2, IT 2',
    'Company Director 32, Managing Director 26, Partner 16, Owner 14, Founder 12',
    'WorkflowMax 18 0-3, Adobe Creative Cloud 22 0-5, Esri ArcGIS 14 0-7, Aconex 10 1-7, Nearmap 18 0-6, Smartsheet 6 1-6, Vimeo 4 0-5',
    20,
    0.3,
    0.9,
  ),
  practice: sector(
    'B2B 24, B2C 14, Both 62',
    'Legal 34, Finance 34, Admin 16, Operations 4, Marketing 3, HR 3, Sales 2, IT 2, Customer success 2',
    'Partner 34, Company Director 24, Owner 18, Managing Director 14, Founder 10',
    'LEAP 18 0-3, Actionstep 12 0-3, Xero 30 0-2, Dext 16 0-2, DocuSign 26 0-7, Calendly 12 0-2, Mimecast 10 1-6, Microsoft 365 20 0-7, 3CX 6 0-3',
    26,
    0.56,
    0.7,
  ),
  creative: sector(
    'B2B 86, Both 10, B2G 4',
    'Marketing 38, Design 22, Sales 10, Operations 10, Engineering 6, Data 4, Admin 4, Finance 4, HR 2',
    'Founder 34, Managing Director 22, Owner 18, Company Director 16, Co-Founder 10',
    'Adobe Creative Cloud 50 0-7, Slack 26 0-5, Asana 18 0-5, Monday.com 14 0-4, Semrush 22 0-4, Ahrefs 14 0-3, Canva 14 0-2, HubSpot 14 0-4, LinkedIn Insight Tag 20 0-6, Webflow 10 0-3, Hotjar 10 0-4, Typeform 6 0-3, Elementor 10 0-2, Looker Studio 10 0-4, Buffer 5 0-2, Hootsuite 5 1-4',
    60,
    0.3,
    0.5,
  ),
  professional: sector(
    'B2B 82, Both 10, B2G 8',
    'Operations 44, Sales 10, Finance 8, Admin 8, HR 8, Marketing 5, IT 6, Data 5, Legal 3, Health & safety 3',
    'Managing Director 28, Company Director 24, Founder 22, Partner 14, Owner 12',
    'HubSpot 8 0-3, Calendly 14 0-2, Slack 12 0-4, LinkedIn Insight Tag 12 0-6, DocuSign 12 0-6, Zoom 16 0-5, Notion 6 0-3, SurveyMonkey 6 0-4',
    24,
    0.18,
    0.7,
  ),
  people: sector(
    'B2B 72, B2C 12, Both 16',
    'HR 34, Sales 24, Operations 12, Customer success 10, Admin 8, Finance 5, Marketing 4, IT 2',
    owners,
    'Zoho CRM 8 0-3, LinkedIn Insight Tag 16 0-6, Aircall 8 0-4, Dialpad 6 1-4, Rezdy 5 0-3, RingCentral 8 1-5, DocuSign 10 0-6, Salesloft 3 2-5',
    60,
    0.42,
    1.1,
  ),
  government: sector(
    'B2C 30, Both 50, B2G 20',
    'Operations 28, Executive 10, Finance 8, Engineering 8, IT 8, HR 6, Property/facilities 6, Legal 5, Admin 8, Customer success 6, Data 3, Procurement 4, Design 2, Health & safety 2, Education 1, Marketing 3',
    'Chief Executive Officer 85, General Manager 15',
    'TechnologyOne 44 2-7, Drupal 24 2-7, Esri ArcGIS 40 2-7, Microsoft Entra ID 30 2-7, SAP SuccessFactors 14 4-7, Power BI 30 2-7, Genesys Cloud 16 3-7, Microsoft Azure 30 2-7, Umbraco 8 2-5, Nearmap 28 2-7',
    110,
    0.2,
    1.4,
  ),
  education: sector(
    'B2C 66, Both 28, B2G 6',
    'Education 62, Admin 10, Operations 6, Finance 4, IT 4, Property/facilities 3, HR 3, Marketing 4, R&D 4',
    'Chief Executive Officer 22, Company Director 26, Owner 28, Founder 12, General Manager 12',
    'TechnologyOne 22 3-7, Microsoft 365 22 1-7, Google Workspace 22 0-6, Zoom 12 0-7, Setmore 4 0-2, Vimeo 8 1-6, Okta 12 5-7, Typeform 4 0-3, Jotform 8 0-3',
    90,
    0.48,
    0.7,
  ),
  health: sector(
    'B2C 84, B2B 4, Both 12',
    'Clinical 58, Admin 20, Operations 6, Finance 4, Customer success 4, HR 3, IT 2, Marketing 3',
    'Practice Owner 42, Company Director 24, Managing Director 12, Owner 14, Founder 8',
    'HotDoc 28 0-4, HealthEngine 14 0-3, Cliniko 26 0-2, Tyro 26 0-4, Xero 14 0-2, Deputy 10 2-5, Google Reviews 16 0-3, Calendly 4 0-1, Podium 5 0-3',
    34,
    0.78,
    1.2,
  ),
  care: sector(
    'B2C 64, Both 24, B2G 12',
    'Clinical 32, Education 18, Operations 22, Admin 9, HR 5, Finance 4, Health & safety 2, Property/facilities 3, Customer success 3, Marketing 2',
    'Chief Executive Officer 32, Company Director 26, Owner 22, Managing Director 20',
    'Deputy 22 1-6, Employment Hero 22 1-4, ELMO 14 2-5, MYOB 12 1-3, Salesforce 12 3-7, Mailchimp 8 0-3, SurveyMonkey 5 1-5, Freshdesk 4 2-5',
    24,
    0.5,
    1.9,
  ),
  leisure: sector(
    'B2C 86, Both 14',
    'Operations 56, Customer success 10, Education 8, Marketing 7, Sales 7, Admin 5, Finance 4, HR 3',
    owners,
    'Mindbody 26 0-3, Glofox 10 0-2, Rezdy 20 0-3, FareHarbor 10 0-3, Stripe 16 0-3, Square 12 0-1, Meta Pixel 16 0-5, Klaviyo 5 1-4, Deputy 12 1-5',
    90,
    0.85,
    1.2,
  ),
  workshop: sector(
    'B2C 52, B2B 16, Both 32',
    'Trades/field 62, Operations 10, Admin 10, Sales 8, Finance 4, Customer success 3, Supply chain 3',
    owners,
    'MYOB 12 0-2, Xero 14 0-1, Google Reviews 26 0-2, Podium 6 0-3, Tyro 10 0-2, Zip 8 0-2, Afterpay 6 0-2',
    20,
    0.82,
    0.7,
  ),
  personal: sector(
    'B2C 94, Both 6',
    'Trades/field 60, Operations 18, Admin 8, Marketing 6, Sales 4, Customer success 4',
    'Owner 64, Company Director 14, Founder 14, Managing Director 8',
    'Fresha 34 0-1, Timely 30 0-2, Kitomba 14 0-2, Square 20 0-1, Afterpay 16 0-2, Linktree 12 0-1, Acuity Scheduling 6 0-1, Setmore 4 0-1, Shopify 6 0-2',
    36,
    0.9,
    0.9,
  ),
  community: sector(
    'B2C 34, B2B 20, Both 42, B2G 4',
    'Operations 24, Marketing 14, Executive 12, Admin 14, Finance 8, Education 6, HR 4, Customer success 6, Legal 3, Data 2, IT 3, Property/facilities 4',
    'Chief Executive Officer 60, General Manager 24, Company Director 16',
    'Salesforce 16 1-6, Mailchimp 18 0-3, Campaign Monitor 10 0-4, Typeform 5 0-4, Zoom 14 0-5, Stripe 12 0-4, MYOB 12 0-3, Vision6 4 1-4',
    50,
    0.22,
    0.8,
  ),
}
