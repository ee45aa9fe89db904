/** 'Seniority: Title, Title'. Codes in brackets limit a title to industries with that ANZSIC prefix. */
export const titles: Readonly<Record<string, string>> = {
  Executive: `
Owner/Founder: Owner, Founder, Co-Founder, Business Owner, Practice Owner [Q M697], Owner Operator [E3 I46 S H45]
C-suite: Chief Executive Officer, Managing Director, Executive Chair, Deputy Chief Executive
Board/company director: Company Director, Non-Executive Director, Chairperson, Board Member
Partner: Partner [M693 M696 M692 M694 K641], Managing Partner [M693 M696], Associate Partner [M693 M696]
VP/GM: General Manager, Regional General Manager, Country Manager, Executive General Manager, Divisional General Manager
Head: Chief of Staff, Head of Strategy, Head of Transformation
Director: Strategy Director, Director of Corporate Services [O P Q]
Manager: Strategy Manager, Business Manager, Regional Manager
Senior: Senior Strategy Analyst, Senior Policy Adviser [O S955]
Staff: Policy Adviser [O S955], Strategy Analyst`,
  Sales: `
C-suite: Chief Revenue Officer, Chief Commercial Officer
VP/GM: Vice President Sales, General Manager Sales
Head: Head of Sales, Head of Business Development, Head of Partnerships
Director: Sales Director, Business Development Director
Manager: Sales Manager, Business Development Manager, Account Manager, Key Account Manager, National Sales Manager, State Sales Manager, Partnerships Manager, Dealer Principal [G39]
Senior: Senior Account Manager, Senior Sales Consultant, Senior Business Development Executive
Staff: Account Executive, Sales Representative, Sales Consultant, Territory Representative, Real Estate Agent [L672], Travel Consultant [N722], New Home Consultant [E301], Insurance Broker [K642], Mortgage Broker [K641], Technical Sales Engineer [C F J M700]
Entry: Sales Assistant, Sales Development Representative, Sales Support Officer
Intern: Sales Intern`,
  Marketing: `
C-suite: Chief Marketing Officer
VP/GM: Vice President Marketing, General Manager Marketing
Head: Head of Marketing, Head of Brand, Head of Growth
Director: Marketing Director, Communications Director
Manager: Marketing Manager, Brand Manager, Digital Marketing Manager, Communications Manager, Fundraising Manager [Q S P], Campaign Manager
Senior: Senior Marketing Specialist, Senior Media Planner [M694], Senior Copywriter [M694 J]
Staff: Marketing Coordinator, Digital Marketing Specialist, Content Writer, Social Media Coordinator, Events Coordinator, Public Relations Consultant [M694], Journalist [J54 J56 J57]
Entry: Marketing Assistant, Junior Marketing Officer
Intern: Marketing Intern`,
  'Customer success': `
C-suite: Chief Customer Officer
VP/GM: General Manager Customer Experience
Head: Head of Customer Success, Head of Customer Experience
Director: Customer Experience Director
Manager: Customer Service Manager, Customer Success Manager, Contact Centre Manager, Guest Services Manager [H440]
Senior: Customer Service Team Leader, Senior Customer Success Manager
Staff: Customer Service Representative, Implementation Consultant, Claims Consultant [K63], Client Services Officer
Entry: Contact Centre Agent, Guest Services Agent [H440], Customer Service Trainee`,
  Finance: `
C-suite: Chief Financial Officer, Chief Investment Officer [K], Chief Risk Officer [K]
VP/GM: General Manager Finance
Head: Head of Finance, Head of Risk [K], Head of Treasury, Head of Lending [K]
Director: Finance Director, Portfolio Director [K624 K633]
Manager: Finance Manager, Financial Controller, Commercial Manager, Tax Manager, Payroll Manager, Credit Manager, Branch Lending Manager [K62], Fund Manager [K]
Senior: Senior Accountant, Senior Financial Analyst, Senior Management Accountant, Senior Auditor [M693], Senior Financial Planner [K641]
Staff: Accountant, Management Accountant, Bookkeeper, Payroll Officer, Accounts Payable Officer, Financial Analyst, Credit Controller, Financial Planner [K641], Paraplanner [K641], Tax Accountant [M693], Actuary [K63], Underwriter [K63 K642], Loan Officer [K62 K641]
Entry: Graduate Accountant, Accounts Assistant
Intern: Finance Intern, Vacationer [M693]`,
  HR: `
C-suite: Chief People Officer
VP/GM: General Manager People
Head: Head of People and Culture, Head of Talent
Director: Human Resources Director, People and Culture Director
Manager: Human Resources Manager, People and Culture Manager, Talent Acquisition Manager, Recruitment Manager [N721], Learning and Development Manager
Senior: Senior HR Business Partner, Senior Recruitment Consultant [N721]
Staff: HR Adviser, HR Business Partner, Talent Acquisition Specialist, Recruitment Consultant [N721], Learning and Development Adviser
Entry: Human Resources Assistant, Recruitment Resourcer [N721]
Intern: Human Resources Intern`,
  Engineering: `
C-suite: Chief Engineer
VP/GM: Vice President Engineering, General Manager Engineering
Head: Head of Engineering, Head of Software Engineering [J M700 K]
Director: Engineering Director, Technical Director [M692 E C]
Manager: Engineering Manager, Maintenance Manager [B C D I], Software Development Manager [J M700 K], Reliability Manager [B C D]
Senior: Senior Software Engineer [J M700 K M694 G431], Principal Engineer, Senior Civil Engineer [M692 E O], Senior Structural Engineer [M692 E302], Senior Mechanical Engineer [M692 B C], Senior Mining Engineer [B], Senior Geologist [B], Lead Developer [J M700], Senior Project Engineer [E B D M692]
Staff: Software Engineer [J M700 K M694 G431], Front End Developer [J M700 M694], Civil Engineer [M692 E O], Structural Engineer [M692 E302], Mechanical Engineer [M692 B C D], Electrical Engineer [M692 B C D E], Process Engineer [B C D], Project Engineer, Geologist [B], Mining Engineer [B], Surveyor [M692 E B], Quality Engineer [C J M700], DevOps Engineer [J M700 K], Environmental Engineer [M692 B D], Town Planner [M692 O753]
Entry: Graduate Engineer, Junior Developer [J M700 M694], Graduate Geologist [B]
Intern: Engineering Intern, Undergraduate Engineer`,
  IT: `
C-suite: Chief Information Officer, Chief Technology Officer, Chief Information Security Officer
VP/GM: General Manager Technology
Head: Head of IT, Head of Cyber Security, Head of Infrastructure
Director: IT Director, Technology Director
Manager: IT Manager, Infrastructure Manager, Service Delivery Manager, IT Project Manager, Applications Manager
Senior: Senior Systems Engineer, Senior Business Analyst, Solution Architect, Senior Network Engineer
Staff: Systems Administrator, Network Engineer, Business Analyst, Cyber Security Analyst, Systems Engineer, Cloud Engineer, Database Administrator
Entry: IT Support Officer, Service Desk Analyst, Junior Systems Administrator
Intern: IT Intern`,
  Product: `
C-suite: Chief Product Officer
VP/GM: Vice President Product
Head: Head of Product
Director: Product Director
Manager: Product Manager, Product Development Manager [C], Product Marketing Manager
Senior: Senior Product Manager, Senior Product Owner
Staff: Product Owner, Product Analyst, Scrum Master
Entry: Associate Product Manager`,
  Design: `
C-suite: Chief Design Officer
Head: Head of Design
Director: Creative Director, Design Director
Manager: Design Manager, Studio Manager
Senior: Senior Designer, Senior Architect [M692], Senior Interior Designer [M692 E301]
Staff: Graphic Designer, UX Designer, Interior Designer [M692 E301 G421], Draftsperson, Architect [M692], Industrial Designer [C M692], Landscape Architect [M692 E329 O753]
Entry: Junior Designer, Graduate Architect [M692]
Intern: Design Intern`,
  Data: `
C-suite: Chief Data Officer
Head: Head of Data, Head of Analytics
Director: Data and Analytics Director
Manager: Analytics Manager, Data Manager, Insights Manager
Senior: Senior Data Analyst, Senior Data Scientist, Senior Data Engineer
Staff: Data Analyst, Data Engineer, Data Scientist, Reporting Analyst
Entry: Junior Data Analyst
Intern: Data Science Intern`,
  Operations: `
C-suite: Chief Operating Officer
VP/GM: General Manager Operations, Vice President Operations
Head: Head of Operations, Head of Projects, Head of Service Delivery
Director: Operations Director, Project Director [E B D M692], Managing Editor [J]
Manager: Operations Manager, Project Manager, Construction Manager [E], Site Manager [E B], Contracts Manager [E B D], Branch Manager [F G K62 I N L663], Store Manager [G], Restaurant Manager [H45], Venue Manager [H R], Plant Manager [C D B], Production Manager [C A], Mine Manager [B], Farm Manager [A], Hotel Manager [H440], Gym Manager [R911], Salon Manager [S951], Quality Manager [C Q B], Programme Manager [O Q P S], Depot Manager [I], Winemaker [C121]
Senior: Senior Project Manager, Shift Supervisor [B C D H G I], Head Chef [H], Senior Estimator [E], Production Supervisor [C], Senior Quantity Surveyor [E M692], Assistant Store Manager [G], Senior Case Manager [Q O]
Staff: Project Coordinator, Estimator [E C222], Quantity Surveyor [E M692], Contract Administrator [E B D], Operations Coordinator, Scheduler, Production Planner [C], Chef [H], Barista [H451], Bartender [H452 H453], Quality Officer [C Q], Management Consultant [M696], Case Manager [Q O], Community Services Worker [Q S], Ranger [O R892], Personal Trainer [R911], Flight Attendant [I490], Programme Coordinator [O Q P S R]
Entry: Retail Assistant [G], Kitchen Hand [H], Wait Staff [H], Production Operator [C], Operations Assistant, Graduate Consultant [M696]
Intern: Operations Intern`,
  'Supply chain': `
C-suite: Chief Supply Chain Officer
VP/GM: General Manager Supply Chain
Head: Head of Supply Chain, Head of Logistics
Director: Supply Chain Director
Manager: Supply Chain Manager, Logistics Manager, Warehouse Manager, Fleet Manager, Transport Manager, Distribution Manager
Senior: Warehouse Supervisor, Senior Supply Planner, Senior Freight Forwarder [I529]
Staff: Logistics Coordinator, Supply Planner, Truck Driver, Forklift Operator, Freight Forwarder [I529], Customs Broker [I529], Dispatcher, Train Driver [I47], Bus Driver [I462], Courier Driver [I510], Pilot [I490]
Entry: Storeperson, Picker Packer`,
  Procurement: `
C-suite: Chief Procurement Officer
Head: Head of Procurement
Director: Procurement Director
Manager: Procurement Manager, Category Manager, Purchasing Manager, Supply Manager
Senior: Senior Buyer, Senior Procurement Specialist
Staff: Buyer, Purchasing Officer, Procurement Specialist
Entry: Procurement Assistant`,
  Legal: `
C-suite: Chief Legal Officer
Head: General Counsel, Company Secretary, Head of Compliance
Director: Legal Director
Manager: Legal Manager, Compliance Manager, Risk Manager
Senior: Senior Legal Counsel, Special Counsel [M693], Senior Associate [M693]
Staff: Legal Counsel, Lawyer [M693], Solicitor [M693], Conveyancer [M693], Compliance Officer, Paralegal
Entry: Law Graduate [M693], Legal Assistant
Intern: Law Clerk, Legal Intern`,
  'Health & safety': `
Head: Head of Health and Safety
Director: Health and Safety Director
Manager: HSE Manager, Safety Manager, HSEQ Manager, Environment Manager [B D E]
Senior: Senior HSE Adviser
Staff: HSE Adviser, Safety Officer, Environmental Adviser [B D E], Rehabilitation Consultant [Q N]
Entry: HSE Coordinator`,
  'Property/facilities': `
Head: Head of Property, Head of Asset Management [L K624]
Director: Property Director, Development Director [L671 E]
Manager: Property Manager, Facilities Manager, Development Manager [L671 E], Asset Manager, Strata Manager [L672], Centre Manager [L671]
Senior: Senior Property Manager [L672], Senior Leasing Executive [L]
Staff: Leasing Consultant [L], Facilities Coordinator, Property Officer, Valuer [L672], Groundskeeper [P R O]
Entry: Facilities Assistant, Property Assistant [L]`,
  Education: `
Head: Principal [P80 P82], Head of Department [P], Head of School [P]
Director: Centre Director [Q871 P801], Dean [P810], Director of Studies [P]
Manager: Training Manager, Curriculum Manager [P], Student Services Manager [P]
Senior: Senior Lecturer [P810], Professor [P810], Lead Teacher [P80], Room Leader [Q871 P801], Senior Trainer [P]
Staff: Teacher [P80 P82], Lecturer [P810], Early Childhood Educator [Q871 P801], Trainer and Assessor, Tutor [P], Instructional Designer [P], Swimming Instructor [P82 R911]
Entry: Teacher Aide [P80], Assistant Educator [Q871 P801], Training Coordinator
Intern: Student Teacher [P80 Q871]`,
  Clinical: `
C-suite: Chief Medical Officer
Head: Director of Nursing [Q], Head of Clinical Services
Director: Clinical Director, Medical Director
Manager: Nurse Unit Manager [Q840 Q860], Clinical Manager, Care Manager [Q860 Q879], Pharmacy Manager [G427]
Senior: Senior Physiotherapist [Q853 Q840], Clinical Nurse Consultant [Q84 Q86 Q85], Senior Veterinarian [M697], Senior Pharmacist [G427 Q84]
Staff: Registered Nurse [Q], General Practitioner [Q851], Dentist [Q853], Physiotherapist [Q853 Q84], Pharmacist [G427 Q84], Veterinarian [M697], Occupational Therapist [Q853 Q87 Q84], Optometrist [Q853], Psychologist [Q853 Q87], Radiographer [Q852 Q84], Veterinary Nurse [M697], Enrolled Nurse [Q84 Q86], Speech Pathologist [Q853 Q87], Occupational Health Nurse
Entry: Dental Assistant [Q853], Personal Care Assistant [Q86], Disability Support Worker [Q87], Pharmacy Assistant [G427], Allied Health Assistant [Q853 Q84]
Intern: Nursing Student [Q]`,
  'Trades/field': `
Manager: Service Manager, Workshop Manager, Field Services Manager, Vineyard Manager [A013 C121]
Senior: Leading Hand, Foreperson [E C], Site Supervisor [E B], Workshop Supervisor [S94 C B G39], Senior Stylist [S951], Senior Technician
Staff: Field Technician, Service Technician, Electrician [E3232 E302 B C D], Plumber [E3231 E301], Gas Fitter [E3231 D270], Refrigeration Mechanic [E3233], Carpenter [E3242 E301 E302 C149], Boilermaker [C22 B E310 C246], Diesel Fitter [B I46 S942 E321 E310 L663], Motor Mechanic [S941 G39], Panel Beater [S941], Plant Operator [E310 E321 B D29], Concreter [E322], Roof Plumber [E322], Painter [E3244], Tiler [E3243], Glazier [E3245], Landscaper [E3291 N7313], Drill Operator [B], Hairdresser [S951], Beauty Therapist [S951], Cleaner [N7311], Pest Technician [N7312], Security Officer [O771], Firefighter [O771], Cabinet Maker [C251], Machinist [C22 C24], Baker [C117 G412], Butcher [C111 G412], Shearer [A05], Printer [C161], Solar Installer [E3232], Photographer [M699], Sound Engineer [J55 R900], Lineworker [D26 J580]
Entry: Apprentice, Trades Assistant, Labourer [E C D N A], Farm Hand [A], Apprentice Electrician [E3232], Apprentice Plumber [E3231], Apprentice Carpenter [E301 E3242], Apprentice Hairdresser [S951], Trainee Technician`,
  'R&D': `
C-suite: Chief Scientist
Head: Head of Research, Head of Innovation
Director: Research Director
Manager: R&D Manager, Laboratory Manager, Innovation Manager
Senior: Senior Research Scientist, Senior Research Fellow [P810 M691]
Staff: Research Scientist, Laboratory Technician, Research Fellow [P810 M691], Food Technologist [C11], Agronomist [A F331 C183], Metallurgist [B C21], Formulation Chemist [C18]
Entry: Research Assistant, Laboratory Assistant
Intern: Research Intern`,
  Admin: `
Manager: Office Manager, Practice Manager [Q M697 M693], Administration Manager
Senior: Executive Assistant, Senior Administrator, Personal Assistant
Staff: Administration Officer, Document Controller [E B M692], Project Administrator, Legal Secretary [M693], Medical Secretary [Q85], School Administrator [P80], Records Officer [O P Q]
Entry: Receptionist, Administration Assistant, Office Junior, Medical Receptionist [Q85]
Intern: Work Experience Student`,
}
