/**
 * Everyday words for the values of small catalogues: 'word | word = filter: value; value'. In a pair such as
 * 'has_mobile / has_company_mobile' the first filter is for people, the second for companies. `*` means every band
 * from there on, `a..b` a range.
 */
export const choiceTerms = `
listed | publicly listed | asx listed | asx | nzx | nzx listed | publicly traded | stock exchange listed | listed company | public companies | public listed company | on the asx | on the nzx | public listed | publicly held = company_type: Public listed
unlisted | unlisted public | public unlisted | unlisted public companies = company_type: Public unlisted
private | privately held | privately owned | private company | pty ltd | proprietary companies = company_type: Private
government | govt | gov | government owned | governments | government agencies | government bodies | government departments | government organisations | public sector | state owned | gov agencies | govt agencies | government entities | public service = company_type: Government (federal); Government (state); Government (local)
federal government | commonwealth government | commonwealth agencies | central government | federal agencies | federal departments | federal govt | commonwealth departments | commonwealth = company_type: Government (federal)
state government | state govt | state agencies | state government agencies | territory government | state owned corporations = company_type: Government (state)
local government | local govt | councils | council | city councils | local councils | shire councils | shires | local authorities | regional councils | municipal councils | municipalities | district councils | territorial authorities = company_type: Government (local)
charity | charities | charity nfp | not for profit | not for profits | nonprofit | non profit | nonprofit organisations | nfp | nfps | ngo | ngos | charitable organisations | charitable trusts | foundations | philanthropic organisations | for purpose organisations | social enterprises | registered charities = company_type: Charity/NFP
partnerships | partnership structure = company_type: Partnership
trusts | trust structure | family trusts | unit trusts = company_type: Trust
cooperative | cooperatives | co-operatives | co-ops | coops | co-op = company_type: Co-operative
foreign companies | foreign owned | overseas owned | foreign company | foreign businesses | overseas companies | foreign firms | international subsidiaries = company_type: Foreign company
b2b | business to business | b to b = b2b_vs_b2c: B2B
b2c | business to consumer | consumer facing | b to c = b2b_vs_b2c: B2C
b2g | business to government = b2b_vs_b2c: B2G
both b2b and b2c = b2b_vs_b2c: Both
multinational | multi national | mnc | mncs | multinational companies | multinational corporations | global companies | multinational firms | international companies | global corporations = is_mnc: Yes
linkedin | linked in | linkedin page | linkedin profile | linkedin presence = social_media: LinkedIn
facebook | fb | facebook page = social_media: Facebook
instagram | insta | instagram account | instagram page = social_media: Instagram
twitter | x | x twitter | x account | twitter account = social_media: X
youtube | youtube channel = social_media: YouTube
tiktok | tik tok | tiktok account = social_media: TikTok
hiring | recruiting | hiring now | hiring right now | actively hiring | currently hiring | are hiring | job ads | job posts | job openings | open roles | open positions | vacancies | job vacancies | open jobs | advertising jobs | advertising roles | job listings | growing their team | looking for staff | job postings | job adverts | with jobs | actively recruiting | currently recruiting = job_posts: Any
recently posted jobs | posted jobs recently | hiring in the last 30 days | new job ads | jobs posted in the last 30 days | posted jobs in the last 30 days | posted jobs in the last month | recent job posts | recent job ads | new job posts | posted a job in the last 30 days | job ads in the last 30 days | hiring this month | posted jobs this month | advertised jobs in the last 30 days | hired in the last month for | new job ads this month | job posts in the last 30 days | new vacancies | fresh job ads = job_posts: 30d
no reviews | without reviews | without any reviews | unreviewed | zero reviews = reviews_and_ratings: None
bad reviews | poor reviews | poorly rated | badly rated | low rating | low ratings | terrible reviews | poor ratings | badly reviewed | low rated | negative reviews | poorly reviewed | bad ratings = reviews_and_ratings: <3
good reviews | good ratings | highly rated | well rated | great reviews | well reviewed | high rating | high ratings | positive reviews | great ratings | strong reviews = reviews_and_ratings: 4.5+; 4-4.4
top rated | excellent reviews | excellent ratings | best rated | outstanding reviews | best reviewed = reviews_and_ratings: 4.5+
average reviews | mediocre reviews | average ratings = reviews_and_ratings: 3-3.9
multiple locations | multiple sites | several locations | multi site | multi location | multiple offices | multiple stores | multiple branches | more than one location | more than one office | more than one site | several offices | several sites | multiple venues | multiple outlets | chains | multisite | more than one store | several branches = multiple_locations: 2-5..*
single location | single site | one location | one office | single office | one site | single store | one store only | only one location | sole location | one shop | single shop | one branch = multiple_locations: 1
micro | tiny | micro business | very small = company_size: 1-10
small | small business | small businesses | smallish | small sized | small company = company_size: 1-10..11-50
sme | smes | smb | smbs | small to medium | small and medium | small to mid size | small to mid sized | small and mid sized | small medium | small to medium sized | small and medium sized | small or medium = company_size: 1-10..51-200
medium | mid sized | mid size | midsize | midsized | medium sized | mid market | midmarket | medium size | mid tier | medium to small = company_size: 51-200..201-500
medium to large | mid to large | medium and large | mid market and above | mid sized and large | mid sized to large | medium or large = company_size: 51-200..*
large | big | sizeable | sizable | large companies | larger | bigger | large scale = company_size: 501-1000..*
very large | huge | enterprise | enterprises | enterprise size | enterprise sized | enterprise level | corporates | large enterprises | large enterprise | massive | giant | biggest | largest | large corporates | big corporates = company_size: 1001-5000..*
verified email | verified emails | valid email | verified work email | verified email address | confirmed email | verified business email | email verified | emails verified | verified contact emails | deliverable email | valid email address | validated email | verified email addresses = has_verified_email: Yes
work email | work emails | business email | corporate email | work email address | professional email | company email address of the person = has_work_email: Yes
email | emails | email address | email contact | email addresses | any email | email details = has_email: Yes / has_company_email: Yes
catch all | catch all email | catchall email | catchall | accept all email = email_deliverability: Catch-all
unverified email | unverified | unverified email address = email_deliverability: Unverified
company email | company emails | generic email | info email | company email address | general email | office email = has_company_email: Yes
mobile | mobiles | mobile number | mobile numbers | mobile phone | mobile phone number | cell | cell phone | cellphone | cell number | mob | mobile phones | mobile no = has_mobile: Yes / has_company_mobile: Yes
phone | phones | phone number | phone numbers | telephone | any phone | telephone number | contact number | ph number | phone no = has_phone: Yes / has_company_phone: Yes
direct dial | direct phone | direct line | direct number | direct phone number | direct dials | ddi | direct phone numbers = has_phone: Yes
company phone | company phone number | office phone | landline | switchboard | main line | landline number | business phone | office number | business phone number | office phone number | switchboard number = has_company_phone: Yes
company mobile | company mobile number | business mobile = has_company_mobile: Yes
do not call | do not call register | on the do not call register | dnc | dncr | do not call list | dnc list | dnc register | do not call numbers | dnd | do not contact | on the dnc | do not call registered | dnc listed | dnc numbers | on do not call | do not disturb | do not call flag | on the do not call list | dnc flagged = has_dnd_phone: Yes
downloaded | already downloaded | downloaded before | exported | already exported | previously downloaded | downloaded already | downloaded yet | previously exported | exported already | exported before = cus-downloaded: Yes
pushed | pushed to crm | pushed to our crm | in our crm | already in our crm | in the crm | enriched | already pushed | already enriched | already in the crm | in crm | pushed to the crm | already pushed to our crm | pushed to hubspot | pushed to salesforce | pushed into our crm | sent to our crm | synced to our crm | already pushed to crm | pushed already | in my crm | already in my crm = cus-pushed-enriched: Yes
decision makers | decision maker | decisionmakers | key decision makers = influencer: Decision maker
budget holders | budget owners | budget holder | hold the budget | holds the budget = influencer: Budget holder
champions | champion | internal champions = influencer: Champion
technical evaluators | technical evaluator | technical buyers | technical decision makers = influencer: Technical evaluator
gatekeepers | gatekeeper | gate keepers = influencer: Gatekeeper
end users | end user = influencer: User
new in role | new to role | new in the role | new to the role | new in their role | new to their role | new to the job | new in the job | new in position | recently hired | recently appointed | newly appointed | newly hired | recently promoted | newly promoted | recently started | recently joined | just started | new hires | new starters | new in seat | just hired | just joined | just appointed | new to their job | new in job | recent hires | recently moved into the role | new in their job | new appointees | just promoted | started recently | joined recently | appointed recently | new in the position | new in their position | just got promoted | recently changed jobs | just changed jobs = current_role_duration: <3m
owner | owners | business owners | founder | founders | founder owner | co founders | cofounder | cofounders | business owner | owner operators | owner operator | proprietors | founders and owners | co owners | entrepreneurs | company owners | owner founder | company founders = seniority: Owner/Founder
c suite | c level | clevel | csuite | chief officers | chiefs | c suite executives | c level executives | c level execs | c suite execs | c suite leaders | cxo | cxos | executive team | top executives | senior executives | executives | execs | c suites | c levels = seniority: C-suite
board | board members | company directors | board directors | non executive directors | ned | neds | directors of the board | chairs | chairman | chairperson | chairmen | chairwomen | board level | board director | board company director | trustees | board chairs = seniority: Board/company director
partners | partner level | equity partners | managing partners = seniority: Partner
vp | vps | vice presidents | vice president | gm | gms | general managers | general manager | vp level | vp gm | senior vice presidents | svps | evps | vps and gms = seniority: VP/GM
heads | department heads | heads of department | head of | head | team heads | hod | hods = seniority: Head
directors | director | director level | directors level = seniority: Director
managers | manager | manager level | management | mgrs | managerial | mgmt | middle managers = seniority: Manager
senior | senior level | seniors | snr = seniority: Senior
leaders | leadership | leader | leadership team | senior leaders | senior leadership | department leaders | senior management = seniority: C-suite; VP/GM; Head; Director
entry level | entry | juniors | junior | graduates | graduate | grads | apprentices | trainees | cadets = seniority: Entry
interns | intern | internship = seniority: Intern
staff level | staff members only = seniority: Staff
`

/** Words that mean a department of people, by department. */
export const departmentTerms = `
Executive = executive department | executive office | executive management
Sales = sales | sales team | salespeople | sales reps | sales people | sales staff | sales folks | salesperson | salesmen | business development | biz dev | bizdev | bd | reps | sales department | account management | sellers
Marketing = marketing | marketers | marketer | marketing team | comms | communications | brand | digital marketing | marketing department | marketing people | marketing staff
Customer success = customer success | customer service | customer support | support team | cx | customer experience | client services | client service | contact centre | call centre staff | customer care | client success
Finance = finance | finance team | accounts | accounts team | accounting | financial | finance department | accounts payable | accounts department | treasury | finance people | finance staff
HR = hr | human resources | people and culture | p and c | talent | talent acquisition | hr team | hr people | people ops | people operations | hr department | human resource | learning and development | recruitment team
Engineering = engineering | engineers | engineer | software engineering | software development | developers | devs | developer | dev team | engineering team | software team | coders | programmers
IT = it | it security | information technology | ict | it team | technology team | it department | tech team | cyber security | cybersecurity | infosec | information security | it staff | it people | it infrastructure | technology
Product = product | product team | product management | product people | product department
Design = design | designers | ux | design team | creative | creatives | creative team | user experience | ui ux | designer
Data = data | analytics | data team | data science | data and analytics | business intelligence | bi | insights | data people | data analytics
Operations = operations | ops | operations team | operational | project management | operations department | ops team | service delivery
Supply chain = supply chain | logistics | warehousing | distribution | supply chain team | warehouse team | warehouse staff | transport | warehouse | supply chain and logistics | freight
Procurement = procurement | purchasing | sourcing | procurement team | buying | procurement department | buying team
Legal = legal | legal team | in house legal | compliance | legal department | in house counsel | legal and compliance
Health & safety = health and safety | safety | whs | ohs | ohands | hse | hseq | workplace safety | ehs | safety team | work health and safety | occupational health and safety | sheq | whs team
Property/facilities = facilities | property | facilities management | property team | property facilities | facilities team | property management | workplace and facilities
Education = education | teaching staff | learning | academics | teaching
Clinical = clinical | clinicians | medical staff | nursing | clinical staff | clinical team
Trades/field = field | trades | field service | tradespeople | trade | field staff | maintenance | technicians | field team | field services
R&D = r and d | rnd | research and development | research | innovation | r and d team | scientists | research team | lab staff
Admin = admin | administration | administrative | office admin | office administration | admin staff | admin team | reception
`

/** Customers of a company, after 'selling to' and similar. */
export const targetTerms = `
consumers | the public | households | individuals | homeowners | families | shoppers | end consumers | general public = Consumers
micro businesses | micro business | sole traders | micro | freelancers | solopreneurs | microbusinesses = Micro
smbs | smb | smes | sme | small businesses | small business | small and medium businesses | small to medium businesses | small companies | small and medium enterprises | small and medium sized businesses | small firms | small and medium companies | small medium businesses = SMB
mid market | midmarket | mid sized businesses | mid sized companies | medium businesses | medium sized businesses | mid size companies | the mid market | mid market companies | medium companies = Mid-market
enterprise | enterprises | large companies | large enterprises | corporates | enterprise customers | big business | large businesses | large corporates | corporations | enterprise clients | big companies | the enterprise = Enterprise
government | govt | public sector | councils | government agencies | local government | state government | federal government | the government | gov | government departments = Government
`
