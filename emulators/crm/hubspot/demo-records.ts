/** Companies and people of the demo market, as an account's own team typed them. */
export const demoCompanies: readonly {
  name: string
  /** As it is stored: HubSpot does not tidy it. */
  domain: string
  city: string
  industry?: string
}[] = [
  { name: 'Banksia Photography', domain: 'banksiaphotography.example', city: 'Perth' },
  {
    name: 'Cornerstone Surveying Ltd',
    domain: 'https://www.cornerstonesurveying.example',
    city: 'Auckland',
    industry: 'CIVIL_ENGINEERING',
  },
  { name: 'Boronia Imports', domain: 'https://www.boroniaimports.example', city: 'Sydney' },
  { name: 'Smart Mutual', domain: 'www.smartmutual.example', city: 'Griffith' },
  {
    name: 'Perth Building Group',
    domain: 'https://www.perthbuildinggroup.example',
    city: 'Perth',
    industry: 'CONSTRUCTION',
  },
  {
    name: 'Horizon Custom Homes',
    domain: 'https://www.horizoncustomhomes.example/',
    city: 'Melbourne',
    industry: 'CONSTRUCTION',
  },
  { name: 'Landmark Training', domain: 'https://www.landmarktraining.example', city: 'Melbourne' },
  { name: 'Vexance Wealth Pty Ltd', domain: 'vexancewealth.example', city: 'Perth' },
  { name: 'Ngata Reddy Law', domain: 'https://www.ngatareddylaw.example', city: 'Auckland' },
  {
    name: 'Sydney Aged Care',
    domain: 'https://www.sydneyagedcare.example',
    city: 'Sydney',
    industry: 'HOSPITAL_HEALTH_CARE',
  },
  {
    name: 'Peliva Wines',
    domain: 'http://pelivawines.example',
    city: 'Perth',
    industry: 'FOOD_BEVERAGES',
  },
  {
    name: 'LF Couriers',
    domain: 'https://www.lfcouriers.example',
    city: 'Sydney',
    industry: 'LOGISTICS_AND_SUPPLY_CHAIN',
  },
  { name: 'Redgum Creative', domain: 'redgumcreative.example', city: 'Gosford' },
  {
    name: 'LVX Cloud',
    domain: 'https://www.lvxcloud.example',
    city: 'Melbourne',
    industry: 'COMPUTER_SOFTWARE',
  },
  { name: 'Kenwise Staffing', domain: 'https://www.kenwisestaffing.example', city: 'Noosa' },
  {
    name: 'Talara Machinery',
    domain: 'https://www.talaramachinery.example',
    city: 'Perth',
    industry: 'MACHINERY',
  },
  {
    name: 'Wilson Building Group',
    domain: 'https://www.wilsonbuildinggroup.example',
    city: 'Sydney',
    industry: 'CONSTRUCTION',
  },
  {
    name: 'Wilson Building Group (Newcastle)',
    domain: 'https://www.wilsonbuildinggroup.example',
    city: 'Newcastle',
    industry: 'CONSTRUCTION',
  },
  {
    name: 'Barclay Torres Architects',
    domain: 'https://www.barclaytorresarchitects.example',
    city: 'Perth',
  },
  { name: 'Ridgeline IT', domain: 'www.ridgelineit.example', city: 'Whangārei' },
]

export const demoContacts: readonly {
  firstname: string
  lastname: string
  email: string
  jobtitle: string
  /** Its name. */
  company: string
}[] = [
  {
    firstname: 'Leanne',
    lastname: 'Pappas',
    email: 'leannep@perthbuildinggroup.example',
    jobtitle: 'Director',
    company: 'Perth Building Group',
  },
  {
    firstname: 'Xin',
    lastname: 'Cheung',
    email: 'xin.cheung@landmarktraining.example',
    jobtitle: 'Owner',
    company: 'Landmark Training',
  },
  {
    firstname: 'Paul',
    lastname: 'Robinson',
    email: 'paul@ngatareddylaw.example',
    jobtitle: 'Managing Director',
    company: 'Ngata Reddy Law',
  },
  {
    firstname: 'Oliver',
    lastname: 'Thornton',
    email: 'oliver.thornton@lvxcloud.example',
    jobtitle: 'Company Director',
    company: 'LVX Cloud',
  },
  {
    firstname: 'Archie',
    lastname: 'Mitchell',
    email: 'archie.mitchell@talaramachinery.example',
    jobtitle: 'CEO',
    company: 'Talara Machinery',
  },
]
