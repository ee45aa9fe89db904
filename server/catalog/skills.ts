const split = (list: string): readonly string[] => list.split(', ')

export const skillsOf: Readonly<Record<string, readonly string[]>> = {
  Executive: split(
    'Leadership, Strategy, Business development, Corporate governance, Stakeholder management, Mergers and acquisitions, Budgeting, Change management, Negotiation, Strategic planning, Board reporting, Team building, Public speaking, Risk management, Entrepreneurship',
  ),
  Sales: split(
    'Negotiation, Account management, Business development, CRM, Lead generation, Cold calling, Solution selling, Sales forecasting, Tendering, Key account management, Retail sales, Pipeline management, Customer relationships, Presenting, Salesforce administration',
  ),
  Marketing: split(
    'Content marketing, SEO, Social media, Brand strategy, Email marketing, Google Ads, Copywriting, Marketing automation, Campaign management, Market research, Event planning, Public relations, Analytics reporting, Photography, Influencer marketing',
  ),
  'Customer success': split(
    'Customer service, Onboarding, Complaint handling, Retention, Help desk, Customer experience, Contact centre operations, Net Promoter Score, Training delivery, Escalation management, Zendesk administration, Live chat support',
  ),
  Finance: split(
    'Financial reporting, Budgeting, Accounts payable, Accounts receivable, BAS and GST, Payroll, Xero reporting, Cash flow forecasting, Management accounting, Auditing, Tax, Month end, Financial modelling, Treasury, Costing, MYOB bookkeeping',
  ),
  HR: split(
    'Recruitment, Employee relations, Onboarding, Performance management, Industrial relations, Enterprise agreements, Workforce planning, Learning and development, HR policy, Diversity and inclusion, Return to work, Modern awards, Talent management',
  ),
  Engineering: split(
    'AutoCAD, Project engineering, TypeScript development, Java, Python, Structural analysis, Civil 3D, Revit, SolidWorks, Systems design, Code review, REST APIs, Kubernetes operations, Test automation, Commissioning, Process engineering, Geotechnical investigation, Hydraulics, PLC programming, Reliability engineering',
  ),
  IT: split(
    'Windows Server, Networking, Cyber security, Azure administration, AWS operations, Help desk, ITIL, Active Directory, Office 365 administration, Virtualisation, Business analysis, Backup and recovery, Vendor management, Essential Eight, Disaster recovery, SQL',
  ),
  Product: split(
    'Product management, Road mapping, Agile, User stories, Product discovery, A/B testing, Stakeholder management, Pricing, Go to market, Scrum, Product analytics, Customer interviews',
  ),
  Design: split(
    'Graphic design, Figma, Adobe Creative Suite, User experience, Interior design, Typography, Wireframing, Illustration, Branding, Design systems, Drafting, SketchUp, Prototyping, Space planning',
  ),
  Data: split(
    'SQL, Python, Power BI reporting, Data modelling, Machine learning, Statistics, Data visualisation, Data governance, ETL, Forecasting, dbt modelling, R, Tableau dashboards, Data quality',
  ),
  Operations: split(
    'Project management, Process improvement, Rostering, Scheduling, Quality assurance, Lean manufacturing, Contract administration, Subcontractor management, Cost control, Inventory management, Continuous improvement, Estimating, Site management, Food safety, Customer service, Team leadership',
  ),
  'Supply chain': split(
    'Logistics, Inventory management, Warehousing, Freight, Demand planning, Import and export, Fleet management, Chain of responsibility, Forklift licence, HR licence, Load restraint, Distribution, Customs clearance, Route planning',
  ),
  Procurement: split(
    'Procurement, Contract negotiation, Supplier management, Tendering, Category management, Strategic sourcing, Purchasing, Spend analysis, Contract law, Ariba sourcing, Vendor assessment',
  ),
  Legal: split(
    'Contract law, Corporate law, Litigation, Legal research, Compliance, Employment law, Property law, Family law, Dispute resolution, Privacy law, Conveyancing, Regulatory affairs, Legal drafting',
  ),
  'Health & safety': split(
    'Risk assessment, Incident investigation, ISO 45001, Safety auditing, WHS legislation, SWMS, Environmental management, Return to work, Safety training, Hazard identification, Emergency response',
  ),
  'Property/facilities': split(
    'Property management, Leasing, Facilities management, Tenancy law, Asset management, Building maintenance, Auctions, Strata, Property development, Valuation, Contractor management',
  ),
  Education: split(
    'Teaching, Curriculum design, Classroom management, Lesson planning, Early childhood education, Assessment, Student wellbeing, Special education, E-learning design, TAE certificate, Mentoring, Literacy, Numeracy',
  ),
  Clinical: split(
    'Patient care, Clinical governance, Medication management, Infection control, First aid, Aged care, Mental health, Rehabilitation, Wound care, Care planning, Triage, Manual therapy, Dental hygiene, NDIS support, Phlebotomy',
  ),
  'Trades/field': split(
    'Preventative maintenance, Fault finding, Welding, Electrical wiring, Plumbing, Carpentry, White card, Working at heights, Confined space, Hydraulics, Installation, Plant operation, Diesel mechanics, Concreting, Air conditioning, Painting, High risk work licence',
  ),
  'R&D': split(
    'Research, Laboratory skills, Experimental design, Data analysis, Scientific writing, Grant writing, Product development, Molecular biology, Chemistry, Quality control, Field trials, Metallurgy',
  ),
  Admin: split(
    'Office administration, Data entry, Diary management, Reception, Microsoft Office, Invoicing, Travel booking, Minute taking, Filing, Customer service, Medical reception, Document control, Event coordination',
  ),
}
