/** Companies and people of the demo market, as an account's own team typed them; the last two share a website. */
export const demoAccounts: readonly {
  Name: string
  domain: string
  BillingCity: string
  BillingCountry: string
  Industry?: string
  ABN__c?: string
  NZBN__c?: string
}[] = [
  {
    Name: 'Lighthouse Creative',
    domain: 'lighthousecreative.example',
    BillingCity: 'Adelaide',
    BillingCountry: 'Australia',
  },
  {
    Name: 'Coolabah Valley High School',
    domain: 'coolabahvalleyhighschool.example',
    BillingCity: 'Newcastle',
    BillingCountry: 'Australia',
    Industry: 'Education',
  },
  {
    Name: 'South Melbourne Finance',
    domain: 'southmelbournefinance.example',
    BillingCity: 'Melbourne',
    BillingCountry: 'Australia',
  },
  {
    Name: 'Lorune News',
    domain: 'lorunenews.example',
    BillingCity: 'Brisbane',
    BillingCountry: 'Australia',
  },
  {
    Name: 'Roberts Trading',
    domain: 'robertstrading.example',
    BillingCity: 'Perth',
    BillingCountry: 'Australia',
    ABN__c: '90 957 313 272',
  },
  {
    Name: 'Basalt Cheese',
    domain: 'basaltcheese.example',
    BillingCity: 'Sydney',
    BillingCountry: 'Australia',
    Industry: 'Manufacturing',
    ABN__c: '53952364448',
  },
  {
    Name: 'UF Digital',
    domain: 'ufdigital.example',
    BillingCity: 'Sydney',
    BillingCountry: 'Australia',
    Industry: 'Technology',
  },
  {
    Name: 'Williams Property Group',
    domain: 'williamspropertygroup.example',
    BillingCity: 'Melbourne',
    BillingCountry: 'Australia',
  },
  {
    Name: 'Capricorn Data Pty Ltd',
    domain: 'capricorndata.example',
    BillingCity: 'Sydney',
    BillingCountry: 'Australia',
    Industry: 'Technology',
  },
  {
    Name: 'Beacon Charters',
    domain: 'beaconcharters.example',
    BillingCity: 'Sydney',
    BillingCountry: 'Australia',
  },
  {
    Name: 'MA Industries',
    domain: 'maindustries.example',
    BillingCity: 'Christchurch',
    BillingCountry: 'New Zealand',
    NZBN__c: '9429991097171',
  },
  {
    Name: 'Peninsula Projects',
    domain: 'peninsulaprojects.example',
    BillingCity: 'Melbourne',
    BillingCountry: 'Australia',
    Industry: 'Construction',
    ABN__c: '24960247616',
  },
  {
    Name: 'Melbourne Dry Cleaners',
    domain: 'melbournedrycleaners.example',
    BillingCity: 'Melbourne',
    BillingCountry: 'Australia',
  },
  {
    Name: 'Byrne Orchards',
    domain: 'byrneorchards.example',
    BillingCity: 'Perth',
    BillingCountry: 'Australia',
    Industry: 'Agriculture',
  },
  {
    Name: 'Fraser Security',
    domain: 'frasersecurity.example',
    BillingCity: 'Perth',
    BillingCountry: 'Australia',
  },
  {
    Name: 'ZUT Plumbing',
    domain: 'zutplumbing.example',
    BillingCity: 'Wellington',
    BillingCountry: 'New Zealand',
    Industry: 'Construction',
  },
  {
    Name: 'Horizon Resort',
    domain: 'horizonresort.example',
    BillingCity: 'Melbourne',
    BillingCountry: 'Australia',
  },
  {
    Name: 'Bright Carpenters',
    domain: 'brightcarpenters.example',
    BillingCity: 'Melbourne',
    BillingCountry: 'Australia',
    Industry: 'Construction',
  },
  {
    Name: 'Double Bay Services',
    domain: 'doublebayservices.example',
    BillingCity: 'Sydney',
    BillingCountry: 'Australia',
  },
  {
    Name: 'Double Bay Fulfilment',
    domain: 'doublebayservices.example',
    BillingCity: 'Sydney',
    BillingCountry: 'Australia',
  },
]

export const demoContacts: readonly {
  FirstName: string
  LastName: string
  Email: string
  Title: string
  /** Its name. */
  account: string
}[] = [
  {
    FirstName: 'Daniela',
    LastName: 'Rossi',
    Email: 'daniela.rossi@basaltcheese.example',
    Title: 'CEO',
    account: 'Basalt Cheese',
  },
  {
    FirstName: 'Maria',
    LastName: 'Ricci',
    Email: 'maria.ricci@coolabahvalleyhighschool.example',
    Title: 'Principal',
    account: 'Coolabah Valley High School',
  },
  {
    FirstName: 'Chloe',
    LastName: 'Morris',
    Email: 'cmorris@capricorndata.example',
    Title: 'Chief Executive Officer',
    account: 'Capricorn Data Pty Ltd',
  },
  {
    FirstName: 'Ethan',
    LastName: 'Anderson',
    Email: 'ethan.anderson@zutplumbing.example',
    Title: 'Chief Executive Officer',
    account: 'ZUT Plumbing',
  },
  {
    FirstName: 'Raj',
    LastName: 'Menon',
    Email: 'raj.menon@peninsulaprojects.example',
    Title: 'Company Director',
    account: 'Peninsula Projects',
  },
]
