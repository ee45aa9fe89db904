/** 'name | name = product'. */
export const technologyTerms = `
ga4 | google analytics | ga = Google Analytics 4
gtm | tag manager = Google Tag Manager
clarity = Microsoft Clarity
looker | google data studio | data studio = Looker Studio
vwo | visual website optimizer = VWO
acuity = Acuity Scheduling
rms = RMS Cloud
monday = Monday.com
console = Console Cloud
safety culture | iauditor = SafetyCulture
office 365 | o365 | m365 | microsoft office | ms 365 | ms office | outlook | microsoft 365 suite = Microsoft 365
g suite | gsuite | google apps | gmail = Google Workspace
teams | ms teams = Microsoft Teams
genesys = Genesys Cloud
live chat = LiveChat
tawk = tawk.to
aem = Adobe Experience Manager
silverstripe = Silverstripe CMS
craft = Craft CMS
hubspot content hub = HubSpot CMS
sfdc | sales force | salesforce crm | salesforce com = Salesforce
hub spot | hubspot crm = HubSpot
pipe drive = Pipedrive
zoho = Zoho CRM
dynamics crm | dynamics 365 sales | d365 sales | microsoft dynamics crm | ms dynamics | microsoft dynamics | dynamics 365 | d365 | dynamics | ms dynamics 365 | microsoft dynamics 365 = Microsoft Dynamics 365 Sales
shopify plus | shopify store = Shopify
woo commerce | woo = WooCommerce
big commerce = BigCommerce
magento | magento 2 = Adobe Commerce
maropost commerce = Neto
after pay = Afterpay
lightspeed | vend = Lightspeed Retail
apollo io = Apollo
arcgis | esri = Esri ArcGIS
osm = OpenStreetMap
navman | teletrac = Teletrac Navman
verizon = Verizon Connect
mail chimp = Mailchimp
google adwords | adwords = Google Ads
facebook pixel | fb pixel = Meta Pixel
linkedin insight = LinkedIn Insight Tag
marketo = Marketo Engage
hubspot marketing = HubSpot Marketing Hub
sfmc | exacttarget | marketing cloud = Salesforce Marketing Cloud
yoast = Yoast SEO
creative cloud | adobe cc = Adobe Creative Cloud
captcha | google recaptcha = reCAPTCHA
turnstile = Cloudflare Turnstile
azure ad | entra | entra id | azure active directory = Microsoft Entra ID
crowdstrike = CrowdStrike Falcon
palo alto = Palo Alto Networks
fortigate = Fortinet
iis = Microsoft IIS
cloudfront | aws cloudfront = Amazon CloudFront
wpengine = WP Engine
microsoft power automate | ms flow = Power Automate
survey monkey = SurveyMonkey
reactjs | react js = React
nextjs = Next.js
vue | vuejs = Vue.js
tailwind = Tailwind CSS
rails | ror = Ruby on Rails
asp net | dot net | net core = ASP.NET
node | nodejs = Node.js
quickbooks | quick books | qbo = QuickBooks Online
netsuite | net suite = Oracle NetSuite
sap | s 4hana | s4hana | s 4 hana | sap hana | sap erp = SAP S/4HANA
business central | d365 business central | dynamics business central | dynamics 365 business central | navision | ms business central = Microsoft Dynamics 365 Business Central
oracle fusion | oracle cloud erp | oracle erp | oracle cloud = Oracle Fusion Cloud
tech one | technology one | techone = TechnologyOne
pronto | pronto software = Pronto Xi
intacct = Sage Intacct
bamboo hr = BambooHR
successfactors = SAP SuccessFactors
reckon accounts = Reckon
amazon web services = AWS
azure = Microsoft Azure
gcp | google cloud platform = Google Cloud
powerbi | microsoft power bi | pbi = Power BI
mongo = MongoDB
postgres = PostgreSQL
sql server | mssql | ms sql = Microsoft SQL Server
elastic = Elasticsearch
apache kafka = Kafka
digital ocean = DigitalOcean
k8s = Kubernetes
service m8 = ServiceM8
sim pro = simPRO
google my business = Google Reviews
hotdoc | hot doc = HotDoc
health engine = HealthEngine
one trust = OneTrust
`

/** They need 'using', a list of technologies or a capital. */
export const ordinaryNames = new Set(
  `make box square zip segment notion slack zoom react ghost divi heap duo buffer timely deputy fergus leap stripe wix sage podium angular sanity varnish termly
apollo apache express plausible intercom leaflet bootstrap monday teams craft console clarity dynamics elastic node rails woo ga acuity rms outlook verizon azure entra iis elmo adp
oracle vend dext smartly ghost sentry kinsta issuu pronto live chat livechat lightspeed captcha looker optimizely amplitude calendly tableau redis here maps fastly mapbox
sophos feefo mimecast aircall webflow php typeform plausible trello console tawk segment next judge stamped`.split(
    /\s+/,
  ),
)
