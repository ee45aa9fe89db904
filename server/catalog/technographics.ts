/** Product 2.10; each product is in one group only. */
export const technologyGroups: Readonly<Record<string, readonly string[]>> = {
  Analytics: split(
    'Google Analytics 4, Google Tag Manager, Hotjar, Microsoft Clarity, Mixpanel, Amplitude, Matomo, Adobe Analytics, Plausible, Heap, Segment, FullStory, Crazy Egg, Looker Studio, PostHog, VWO, Optimizely, Similarweb',
  ),
  Booking: split(
    'Cliniko, HotDoc, HealthEngine, Fresha, Timely, Mindbody, Calendly, Acuity Scheduling, SevenRooms, NowBookIt, OpenTable, SiteMinder, Little Hotelier, RMS Cloud, Cloudbeds, Rezdy, FareHarbor, Setmore, Kitomba, Glofox',
  ),
  'Business tools': split(
    'Procore, simPRO, Aconex, Buildxact, ServiceM8, Tradify, Fergus, AroFlo, Buildertrend, WorkflowMax, Asana, Monday.com, Jira, Trello, ClickUp, Notion, Smartsheet, DocuSign, PropertyMe, Console Cloud, LEAP, Actionstep, Xplan, AgriWebb, CartonCloud, CargoWise, SafetyCulture',
  ),
  Communication: split(
    'Microsoft 365, Google Workspace, Slack, Zoom, Microsoft Teams, Intercom, Zendesk, Freshdesk, Aircall, RingCentral, 3CX, Twilio, tawk.to, LiveChat, Dialpad, Genesys Cloud, Podium, MessageMedia',
  ),
  Content: split(
    'WordPress, Squarespace, Wix, Webflow, Drupal, Joomla, Contentful, Sitecore, Adobe Experience Manager, Umbraco, Craft CMS, Elementor, Divi, Silverstripe CMS, Kentico, HubSpot CMS, Ghost, Sanity',
  ),
  'Ecommerce/Sales': split(
    'Salesforce, HubSpot, Pipedrive, Zoho CRM, Microsoft Dynamics 365 Sales, Shopify, WooCommerce, BigCommerce, Adobe Commerce, Neto, Stripe, Square, Tyro, Windcave, PayPal, Afterpay, Zip, eWAY, Lightspeed Retail, Salesloft, Apollo',
  ),
  Location: split(
    'Google Maps, Mapbox, Esri ArcGIS, OpenStreetMap, HERE Maps, Nearmap, Teletrac Navman, Geotab, EROAD, Verizon Connect, Webfleet, Addressfinder, Loqate, what3words, Leaflet',
  ),
  Marketing: split(
    'Mailchimp, Klaviyo, Campaign Monitor, ActiveCampaign, Google Ads, Meta Pixel, LinkedIn Insight Tag, TikTok Pixel, Marketo Engage, HubSpot Marketing Hub, Salesforce Marketing Cloud, Pardot, Vision6, Braze, Semrush, Ahrefs, Yoast SEO, Hootsuite, Buffer',
  ),
  Media: split(
    'YouTube Embed, Vimeo, Wistia, Brightcove, JW Player, Cloudinary, SoundCloud, Spotify Embed, Canva, Adobe Creative Cloud, Matterport, imgix, Issuu, Vidyard',
  ),
  Privacy: split(
    'OneTrust, Cookiebot, CookieYes, Termly, iubenda, TrustArc, Usercentrics, Osano, Complianz, Quantcast Choice, Didomi, Securiti',
  ),
  Security: split(
    'reCAPTCHA, Cloudflare Turnstile, Okta, Microsoft Entra ID, CrowdStrike Falcon, Sophos, Mimecast, Proofpoint, Fortinet, Palo Alto Networks, SentinelOne, Duo, 1Password, LastPass, Wordfence, Sucuri, DigiCert, hCaptcha',
  ),
  Servers: split(
    'Nginx, Apache, LiteSpeed, Microsoft IIS, Cloudflare, Amazon CloudFront, Fastly, Akamai, Varnish, VentraIP, Crazy Domains, GoDaddy, WP Engine, Kinsta, Vercel, Netlify, Heroku',
  ),
  Utilities: split(
    'Dropbox, Google Drive, OneDrive, Box, Zapier, Make, Workato, Power Automate, Typeform, Jotform, Google Forms, Gravity Forms, SurveyMonkey, Bitly, Linktree, MuleSoft',
  ),
  'User content': split(
    'Trustpilot, Google Reviews, ProductReview, Yotpo, Judge.me, Stamped.io, Disqus, Elfsight, Birdeye, Bazaarvoice, Feefo, Okendo',
  ),
  'Web development': split(
    'jQuery, React, Next.js, Vue.js, Angular, Bootstrap, Tailwind CSS, PHP, Laravel, Ruby on Rails, ASP.NET, Django, Node.js, TypeScript, GitHub, GitLab, Sentry, Font Awesome',
  ),
  'Back office': split(
    'Xero, MYOB, QuickBooks Online, Oracle NetSuite, SAP S/4HANA, Microsoft Dynamics 365 Business Central, Oracle Fusion Cloud, Workday, TechnologyOne, Pronto Xi, Sage Intacct, Employment Hero, Deputy, Tanda, ADP, ELMO, BambooHR, Dext, Smartly, iPayroll, SAP SuccessFactors, Coupa, Reckon',
  ),
  'Cloud & data': split(
    'AWS, Microsoft Azure, Google Cloud, Snowflake, Databricks, Power BI, Tableau, Qlik, MongoDB, PostgreSQL, MySQL, Microsoft SQL Server, Redis, Elasticsearch, Kafka, dbt, Fivetran, DigitalOcean, Datadog, Kubernetes',
  ),
}

const groupByProduct = new Map(
  Object.entries(technologyGroups).flatMap(([group, products]) =>
    products.map((product) => [product, group] as const),
  ),
)

export const technologyGroupOf = (product: string): string | undefined =>
  groupByProduct.get(product)

function split(names: string): readonly string[] {
  return names.split(', ')
}
