import { technologyGroupOf, technologyGroups } from '../server/catalog/technographics.ts'
import type { Random } from './random.ts'
import { sectors, type SectorName } from './sectors.ts'

/** First those without a website, then those that a website shows. */
const inside = `
Xero 40 0-1, Xero 44 2-2, Xero 8 3-3, MYOB 16 0-1, MYOB 20 2-2, MYOB 9 3-3, QuickBooks Online 9 0-1, Reckon 4 0-1, Oracle NetSuite 6 2-2, Oracle NetSuite 14 3-4,
Microsoft Dynamics 365 Business Central 9 2-2, Microsoft Dynamics 365 Business Central 16 3-5, SAP S/4HANA 12 4-4, SAP S/4HANA 36 5-7, Oracle Fusion Cloud 22 5-7, Workday 10 4-4, Workday 40 5-7,
Employment Hero 16 1-3, Deputy 5 0-4, ADP 14 3-7, ELMO 8 2-5, BambooHR 5 1-3, Sage Intacct 3 2-4, Dext 7 0-2, Coupa 12 5-7, SAP SuccessFactors 18 5-7, iPayroll 3 0-3, Smartly 3 0-3, Tanda 3 1-4,
Microsoft 365 34 0-3, Microsoft 365 46 4-7, Google Workspace 15 0-3, Zoom 6 1-5, Microsoft Teams 10 2-7, Power BI 5 2-2, Power BI 26 3-7, Microsoft Azure 20 3-7, AWS 14 3-7, Snowflake 18 5-7,
Databricks 10 5-7, Tableau 12 4-7, Microsoft SQL Server 8 3-7, Salesforce 4 2-2, Salesforce 16 3-4, Salesforce 46 5-7, Microsoft Dynamics 365 Sales 6 3-7, HubSpot 5 1-2, HubSpot 11 3-4, Pipedrive 4 0-2, Zoho CRM 4 0-2,
Microsoft Entra ID 10 3-7, Okta 12 4-7, CrowdStrike Falcon 18 4-7, Mimecast 12 3-6, Proofpoint 14 5-7, Sophos 7 2-4, Fortinet 9 3-6, Palo Alto Networks 14 5-7, SentinelOne 5 3-6, Duo 5 3-6, DocuSign 5 1-6,
Zendesk 6 2-5, Genesys Cloud 14 5-7, 3CX 3 1-3, RingCentral 3 2-5, Dropbox 4 0-2, OneDrive 4 1-5, Jira 6 3-7, Trello 3 0-2, Smartsheet 4 3-7, Zapier 3 0-2, MuleSoft 9 5-7, Power Automate 5 3-7, Kafka 6 5-7, Kubernetes 5 5-7
`
const onTheWeb = `
WordPress 38 0-4, Squarespace 9 0-1, Wix 8 0-1, Drupal 7 4-7, Sitecore 14 5-7, Adobe Experience Manager 16 5-7, Umbraco 4 2-5, Joomla 2 0-2, Elementor 11 0-2, Divi 4 0-1, Silverstripe CMS 2 1-5, Kentico 4 3-6, Contentful 6 4-7,
Google Analytics 4 50 0-7, Google Tag Manager 24 0-7, Hotjar 5 0-5, Microsoft Clarity 5 0-4, Adobe Analytics 16 5-7, Optimizely 5 5-7, Cloudflare 17 0-5, Amazon CloudFront 6 2-7, Akamai 16 5-7, Fastly 4 4-7,
Nginx 12 0-6, Apache 10 0-5, LiteSpeed 6 0-1, Microsoft IIS 5 2-6, VentraIP 4 0-1, GoDaddy 3 0-1, Crazy Domains 4 0-1, WP Engine 3 1-4, Kinsta 2 1-3, jQuery 13 0-6, PHP 9 0-3, Bootstrap 7 0-4, React 5 2-7, Font Awesome 6 0-3,
Yoast SEO 8 0-3, Google Maps 9 0-5, reCAPTCHA 9 0-6, Meta Pixel 12 0-6, Google Ads 12 0-7, Mailchimp 8 0-3, LinkedIn Insight Tag 5 2-7, ActiveCampaign 3 0-3, Campaign Monitor 3 0-4, Salesforce Marketing Cloud 14 5-7,
Marketo Engage 7 4-7, Pardot 4 3-6, HubSpot Marketing Hub 4 2-5, YouTube Embed 8 0-7, Vimeo 3 0-6, Gravity Forms 6 0-3, OneTrust 14 5-7, Cookiebot 2 1-6, CookieYes 2 0-3, Google Reviews 6 0-2, Trustpilot 3 1-6, Wordfence 4 0-2
`

type Chance = readonly [product: string, group: string, share: number]

const read = (list: string): readonly (readonly Chance[])[] => {
  const bands: Chance[][] = Array.from({ length: 8 }, () => [])
  for (const entry of list.trim().split(/,\s+/)) {
    const [, product = '', share, from, to] = /^(.+) (\d+) (\d)-(\d)$/.exec(entry) ?? []
    const group = technologyGroupOf(product)
    if (group === undefined) throw new Error(`'${entry}' is no catalogued technology.`)
    for (let band = Number(from); band <= Number(to); band++)
      bands[band]?.push([product, group, Number(share) / 100])
  }
  return bands
}

const insideByBand = read(inside)
const webByBand = read(onTheWeb)
const bySector = new Map(Object.entries(sectors).map(([name, { tech }]) => [name, read(tech)]))
const rare = Object.entries(technologyGroups)
const most = 14

/** By size band (0 to 7); no product twice. */
export const stackOf = (
  random: Random,
  sector: SectorName,
  band: number,
  onWeb: boolean,
): { product: string; group: string }[] => {
  const found: { product: string; group: string }[] = []
  const has = (product: string): boolean => found.some((entry) => entry.product === product)
  const draw = (chances: readonly Chance[] = []): void => {
    for (const [product, group, share] of chances)
      if (found.length < most && random.chance(share) && !has(product))
        found.push({ product, group })
  }
  draw(bySector.get(sector)?.[band])
  draw(insideByBand[band])
  if (!onWeb) return found
  draw(webByBand[band])
  if (random.chance(0.25)) {
    const [group, products] = random.pick(rare)
    const product = random.early(products)
    if (!has(product)) found.push({ product, group })
  }
  return found
}
