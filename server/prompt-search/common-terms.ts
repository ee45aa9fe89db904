/** The answer does not list them as unsupported. */
export const stopTerms = `
a an the this that these those there here which who whom whose what where when how and or of to for from with by as is are be been being am was were do does did done
has have having had will would should could can may might must shall i me my we us our ours you your they them their theirs he she it its his her
please thanks thank cheers hi hey hello
location everything anything anybody me all any some every each either such also just only really very quite too more most other others another so then than now currently right already yet still today ideally preferably mainly mostly
etc eg ie e.g i.e plus well if but about around into onto over on in at up out off across within through during per via re
can't let lets let's
someone anyone everyone everybody anybody somebody one ones type types kind kinds sort sorts bunch lot lots number numbers
both either based located there's that's who's they're i'm we're it's situated sitting headed
whats thats whos who've theyre im were id ill ive weve theyve theyd youre dont doing does
g'day mate ok okay hmm um
total overall least
pls plz w u wanna gotta lookin thx ta
people who are
details info information data detail
whose which operate operates operating getting work works working employed run by
roughly approximately approx ideally
potential possible suitable relevant good-fit
businesses that
within
`

/** Filler only in a request: 'find me', 'that we can call'. */
export const requestTerms = `
find show get give list search look looking looked pull fetch return display build generate create make want wants wanted need needed needs needing like likes love
trying try hoping interested going target reach contact talk speak call see know named called
`

export const companyNouns = `
company | processor | producer | maker | distributor | installer | repairer | seller | trader | specialist | consultant | fabricator | dealership | franchise | franchisee | facility | retailer brand | farm | startup studio | house | plant | office | yard | hub | network | business | firm | organisation | org | orgs | corporation | corp | biz | operator | provider | supplier | vendor | agency | practice | studio | shop | outlet | chain | industry | sector | space | industries | accounts | account |
employer | employers | entity | establishment | outfit | player | brand | group | venture | operation | service | businesses | companies | specialist firm | service provider | site operator | market | shopfront | merchant | store | clinic | centre | contractor | consultancy | co | cos | mob | venue | vertical | field of | smb account | enterprise account | target account
`

/** Nouns of any company; the others say what it does, but not in which industry. */
export const plainNouns = new Set(
  `company business firm organisation org corporation corp biz employer entity establishment outfit player group venture operation account industry sector
space vertical market co cos mob store shop outlet operator service place site retailer`.split(
    /\s+/,
  ),
)

export const peopleNouns = `
person | people | contact | lead | prospect | professional | folk | individual | staff | team | personnel | worker | guy | guys | member | roles | role | position | positions | job | jobs | ppl | human | men and women | team member | candidate | somebody | department | dept | function | title | titles | specialist people
`

export const cueTerms = `
using | use | uses | used | run on | runs on | running on | built on | built with | powered by | on the platform | users of | user of | customers of | implemented | deployed | tech stack includes | tech stack | stack includes | migrated to | hosted on | hosting on | hosted with | relying on | relies on | working with | installed | customer of | subscribed to | running | runs | have installed | whose stack includes | live on | uses the | utilising | utilise | leveraging = using
based in | based | located in | in | near | nearby | around | across | throughout | within | located | operating in | office in | offices in | situated in | living in | lives in | residing in | based out of | out of | close to | near to | from | servicing | anywhere in | in and around | presence in | sites in | locations in | stores in | branches in | headquartered around | in the | across the | around the | serving the region of | inside | postcode | post code | postcodes | area code | zip | zip code | covering | stationed in | base in = place
offering | offer | offers | provide | provides | providing | who do | that do | specialising in | specialise in | specialises in | specialists in | specialist in | delivering | services such as | services like | services | service offering | specialised in | whose services include | services include | do work in | specialising = service
selling | sell | sells | sold | stock | stocks | stocking | supply | supplies | supplying | distribute | distributes | distributing | product | products | products like | products such as | makers of | making | produce | produces | producing | manufacture | manufactures | sellers of | retailing | suppliers of | supplier of | stockists of | stockist of = product
about | mention | mentions | mentioning | keyword | keywords | related to | tagged | tagged with | focused on | focussed on | focusing on | focussing on | to do with | involved in | known for | relating to | with the keyword | with keyword | with keywords | with the keywords | description mentions | whose description mentions | talk about | talking about = keyword
skilled in | skills in | skill in | skill | skills | with skills in | skilled with | skilled at | skilled | experienced in | experienced with | experience in | experience with | experience using | experience of | knows | knowledge of | expertise in | expert in | experts in | expert at | proficient in | proficient with | good at | background in | trained in | certified in | with skills | know how to use | who know about | with experience in | with experience with | with expertise in | familiar with | fluent in | strong in | competent in | qualified in | skills include | skills like | skills such as | whose skills include = skill
job title | job titles | titled | with the title | with the job title | title of | whose title is | position of | with title | job title is | job title contains | title contains | position title | role of | job title of | with job title | with titles | title includes | job title includes | title like = title
hiring for | hiring in | hire | hires | recruiting for | recruiting in | looking to hire | advertising for | job ads for | job ads in | open roles in | open roles for | vacancies for | vacancies in | job openings in | job openings for | jobs in | openings in | openings for | looking for new | advertising roles in | open positions in | open positions for | hiring new | job posts for | job posts in | roles open in | wanting to hire | about to hire | trying to hire | hiring a | hiring an | recruiting new | recruit | posting jobs for | posting jobs in | advertising jobs in = hiring
headquartered in | headquarters in | headquartered | hq in | hq | hqd in | head office in | head offices in | parent company in | head quartered in | head quarters in | headquarter in | owned from | with headquarters in | with hq in | parent in | global hq in | whose headquarters are in | whose hq is in | head office | parent company from | hq based in | headquarters = headquarters
selling to | sell to | sells to | serving | serves | serve | targeting | target | targets | catering to | cater to | sell into | selling into | supplying to | supply to | whose customers are | customers are | focused on selling to | who target | services to | marketing to | catering for = target
`

export const negators = `
not | no | non | without | w o | except | except for | excluding | exclude | excludes | excl | ex | excluded | other than | but not | minus | aside from | apart from | besides | outside | outside of | dont | doesnt | do not | does not | isnt | arent | havent | hasnt | have not | has not | never | nor | neither | lacking | lack | lacks | anything but | ignore | skip | leave out | filter out | remove | omit | rather than | avoid | dont want | not interested in | less the | bar | barring | didnt | did not | are not | is not | who dont | that dont | not including | wont | cant | cannot | nothing in | not any | no more | save for | instead of | drop | leaving out | ruling out | rule out | not looking for | not wanting | dont need | not those | not the ones | no longer | steer clear of | skipping | ignoring | omitting | removing | wasnt | werent | but no | but without | but exclude | but excluding | anyone except | everyone except | anywhere but | anywhere except | everywhere except | all except | all but | everyone bar | everybody bar | everything bar | anyone but | anybody but | everyone but | everybody but | everything but | everything except | everybody except | anybody except | everywhere but | everywhere bar | anywhere bar | nowhere but | anyone bar | anybody bar | anything but | anything bar | anything except | all bar | states bar | states but | states except | every state but | every state bar | everywhere other than | anywhere other than | everywhere apart from | everyone other than | anyone other than
`

/** Which side of the next number applies. */
export const comparisons = `
over | more than | above | greater than | exceeding | larger than | bigger than | north of | upwards of | in excess of | higher than | beyond | exceeds | exceed | gt | longer than | older than | better than = over
at least | no less than | not less than | minimum | min | minimum of | a minimum of | from | starting at | not under | no fewer than | not fewer than = least
under | less than | fewer than | below | smaller than | lower than | south of | lt | shorter than | sub | worse than | not even = under
up to | at most | no more than | not more than | maximum | max | maximum of | a maximum of | no larger than | not over | no bigger than | upto | not exceeding = most
about | around | roughly | approximately | approx | circa | some | nearly | almost | exactly | precisely = about
between | ranging from | anywhere between | in the range of | range of | somewhere between | anywhere from = between
`

export const unitTerms = `
staff | local staff | local employees | locally | local | employee | employees | people | person | persons | fte | ftes | worker | workers | headcount | heads | head count | team member | team members | strong | team | staff members | crew | personnel | full timers | emps | emp | ppl | workforce | headcounts | staffers | man | full time employees | full time staff | employees size | ees | hands | bodies | work force | person team | person company | size | man team | person business | man band | man bands | person band | person bands | man operation | man operations = staff
location | locations | office | offices | site | sites | store | stores | branch | branches | outlet | outlets | venue | venues | shop | shops | premises | depot | depots | clinic | clinics | showroom | showrooms | restaurant | restaurants | campuses | campus | centre | centres | facilities | franchises | warehouse | warehouses | gym | gyms = places
visit | visits | visitor | visitors | hit | hits | pageview | pageviews | page views | session | sessions | web visits | website visits | website visitors | monthly visits | monthly visitors | web visitors | monthly hits | visits a month | site visits | site visitors | traffic | web traffic | website traffic | unique visitors | monthly website visits | monthly web visits | online visitors | website hits | monthly sessions | monthly traffic | monthly website visitors | web hits = visits
job | jobs | role | roles | vacancy | vacancies | opening | openings | job ad | job ads | job post | job posts | job posting | job postings | open roles | open positions | open jobs | job openings | listing | job listings | ads | positions | live roles | live jobs | job adverts | open vacancies | job vacancies | advertised roles | advertised jobs | live job ads | open job ads | current openings | active job ads = jobs
star | stars | star rating | star reviews | star average | rating | star rated | star google rating = rating
revenue | turnover | annual revenue | annual turnover | in revenue | in turnover | in sales | annual sales | in annual revenue | of revenue | of turnover | rev | arr | sales revenue | yearly revenue | yearly turnover | a year in revenue | in annual turnover | income | annual income | revenues | gross revenue | in annual sales | pa revenue | revs = revenue
`

export const unitsBefore = `
revenue | turnover | turning over | turn over | turns over | annual revenue | annual turnover | revenue of | turnover of | revenues of | rev | doing | making | revenues | earning | earns | annual sales of | sales of | annual sales | sales turnover | revenue is | billing | bills | gross revenue | yearly revenue | revenue range | revenue band | revenue from | grossing | generates | generating | makes = revenue
headcount | headcount of | team of | teams of | staff of | size | company size | company size of | employing | employs | employee count | employee size | team size | staff count | number of employees | number of staff | staff size | workforce of | headcount is | sized | employees | staff | staff numbers | employ | employee numbers | employee band | size range | size band | employee range = staff
global headcount | global headcount of | worldwide headcount | global staff | global size | global team of | global employees | global workforce of | global company size | worldwide staff of | total global headcount | worldwide headcount of | global employee count = staff worldwide
web traffic | website traffic | traffic | traffic of | monthly traffic | website visits | web visits | monthly visits | web traffic of | website traffic of | online traffic = visits
rating | rated | star rating | ratings | google rating | google reviews | google review | google reviews of | google stars | online reviews | customer reviews | average rating | review score | reviews | rating of | ratings of | average rating of | scoring | review rating | google rating of | a rating of = rating
locations | offices | sites | stores | number of locations | number of offices | branches | location count | number of sites | number of stores = places
job posts | job ads | open roles | vacancies | job openings = jobs
`

/** They make a period before or after them time in a role. */
export const roleTerms = `
in role | in the role | in their role | in the job | in their job | in position | in the position | in their position | tenure | in seat | in their current role | in current role | in the same role | in their current job | in job | in that role | in this role | in current position | at their current job | in the same job | in the seat | in the chair | role tenure | in their current position | on the job | in the current role | in the top job | in the post | in post | in their post | job tenure
`
export const roleStarts = `
hired | joined | started | appointed | promoted | began | moved | in role | in the role | in the job | in their role | tenure | been in role | been in the role | been in the job | been in their role | hired within | new in role | who joined | who started | started in role | started in the role | started in their role | started in their job | started in their current role | started their role | in their job | in their current role | in position | been in their job | time in role | tenure of | changed jobs | changed roles | took the job | took on the role | took the role | started new roles | started a new role | started a new job | new role | new job | moved jobs | came on board | stepped into the role | been there | in seat | in the same role | in the same job | in the same position | in the same post | in the same seat | in that role | in that job | in this role | in their post | been in the post | held their position | held the position | held their role | held the role | moved roles | employed | in the position | started their job | moved into the role | been in the position | moved into their role
`
