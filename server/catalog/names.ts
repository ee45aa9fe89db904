/** For invented people; `au` and `nz` weigh how common the origin is in each country. */
export type NameOrigin = {
  au: number
  nz: number
  given: readonly string[]
  family: readonly string[]
}

const parseList = (list: string): readonly string[] => list.trim().split(/\s+/)

const english = parseList(`
Oliver Charlotte Jack Olivia William Amelia Noah Isla Thomas Mia James Grace Henry Ava Lachlan Chloe Ethan Ella Lucas Sophie Liam Emily Cooper Ruby Samuel Harper
Alexander Zoe Joshua Matilda Benjamin Evie Daniel Lily Matthew Hannah Ryan Lucy Michael Georgia Luke Sarah Nicholas Jessica Andrew Emma David Lauren Mark Rebecca
Paul Kate Peter Nicole Stephen Michelle Craig Melissa Scott Karen Darren Tracey Jason Kylie Brett Sharon Wayne Leanne Glenn Deborah Ian Susan Robert Julie Simon Fiona
Adam Rachel Nathan Natalie Aaron Amanda Dean Belinda Shane Tanya Troy Vanessa Damien Bronwyn Cameron Alison Gavin Joanne Hamish Philippa Angus Penelope Callum Imogen
Fraser Tessa Duncan Heather Rhys Bridget Toby Alice Finn Poppy Archie Eleanor Patrick Caitlin Declan Siobhan Connor Maeve Brendan Erin Kieran Clare Dylan Holly
Tyson Tahlia Jarrod Brooke Jayden Paige Mitchell Taylor Riley Jordan Brodie Casey Kirsty Shelley Warren Lorraine Trevor Helen Graham Margaret Neil Wendy Rodney Robyn
Stuart Meredith Marcus Harriet Dominic Annabel Julian Claudia Tristan Freya Edward Frances Hugo Beatrice Louis Sienna Max Willow Leo Hazel Oscar Violet Xavier Elise
`)

export const nameOrigins: readonly NameOrigin[] = [
  {
    au: 60,
    nz: 55,
    given: english,
    family: parseList(`
Smith Jones Williams Brown Wilson Taylor Johnson White Anderson Martin Thompson Walker Harris Lee Ryan Robinson Kelly King Davis Wright Evans Roberts Green Hall Wood Jackson
Clarke Clark Lewis Scott Young Hill Moore Turner Mitchell Baker Campbell Stewart Edwards Murphy Cooper Watson Morris Allen Cook Murray Bell Adams Hughes Phillips Collins
Parker Bennett Carter Richards Rogers Ward Watts Shaw Gray Graham Marshall Russell Simpson Reid Ross Hamilton Henderson Gibson Wallace Grant Fraser Cameron Ferguson Mackenzie
McDonald Macdonald Robertson Paterson Sinclair Duncan Crawford Johnston Kerr Craig Morrison Munro Sutherland Buchanan Barclay Drummond Fitzgerald O'Brien O'Connor O'Neill Byrne
Doyle Kennedy Sullivan Quinn Brennan Nolan Gallagher Callaghan Flynn Burke Walsh Hogan Kavanagh Doherty McCarthy McGrath Donnelly Carroll Barnes Chapman Webb Mason Hunt Palmer
Fisher Dixon Harvey Pearce Payne Fletcher Spencer Stone Knight Butler Barker Hudson Gardner Stevens Ellis Rose Holmes Reynolds Matthews Andrews Lawson Hart Bishop Dawson Perry
Lane West Cole Hayes Ford Nicholls Tucker Fox Wells Sharp Burton Pope Armstrong Booth Hancock Whittaker Ashford Thornton Langley Prescott Harding Kirby Bowden Pascoe Trewin
Penrose Hollis Redfern Blackwood Winter Frost Marsh Brooks Rivers Fielding Hawkins Sparrow Swann Bird Finch Drake Lindsay Ramsay Innes Ogilvie Kinnear Lockhart Gillespie
`),
  },
  {
    au: 1.5,
    nz: 15,
    given: parseList(`
Aroha Hēmi Mere Wiremu Ngaire Tama Hine Rāwiri Kahu Tāne Anahera Matiu Marama Nikau Ataahua Manaia Tia Rangi Moana Hōne Kiri Tipene Huia Mikaere Awhina Pita Ngaio Rewi
Aria Kauri Maia Ihaia Hana Wairua Te-Rina Kōwhai Piripi Wikitoria Tamati Roimata Koa Hohepa Erana Paora
`),
    family: parseList(`
Tāwhiri Ngata Parata Rangihuna Tamihana Kereama Paki Ruatapu Hohepa Waititi Pōmare Tūhoe Rāpana Henare Wihongi Tautari Karaka Manihera Hēnare Takerei Poutama Ropata Horomona
Matenga Tipoki Waaka Harawira Paraone Ihaka Te-Ahu Ruru Kingi Hakaraia Tapsell Tūpaea Nepia Rikihana Paewai Tomoana Kawhia Whaanga Moananui
`),
  },
  {
    au: 1.4,
    nz: 8,
    given: parseList(`
Sione Mele Tevita Ana Sefo Losa Pita Salote Viliami Sina Tomasi Lupe Ioane Malia Semisi Fetu Tavita Leilani Lote Sala Manu Tala Filipo Tiana Isikeli Vaimoana Apisai Litia
`),
    family: parseList(`
Tupou Fifita Taumalolo Leota Faleolo Sapolu Tuilagi Havili Vunipola Moala Fonua Tamanivalu Latu Lolohea Pauga Seumalo Tuivai Faumuina Asofa Matagi Naufahu Ratunabua Koroi
Waqanivalu Tagicakibau Vainikolo Puletua Toleafoa Mataele Finau
`),
  },
  {
    au: 8.5,
    nz: 7,
    given: parseList(`
Wei Mei Jing Hao Li Xin Yan Jun Ling Ming Fang Yu Chen Hui Jie Lei Na Qing Tao Xiao Yi Zhen Bo Lan Kevin Vivian Jason Michelle Eric Tiffany Alan Grace Raymond Joyce
Winston Fiona Henry Cindy Vincent Amy
`),
    family: parseList(`
Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Tang Deng Feng Cheung Wong Chan Leung Lau Ng Ho Kwok Lam Yeung Tan Lim
Ong Goh Teo Koh
`),
  },
  {
    au: 8.5,
    nz: 8,
    given: parseList(`
Priya Raj Anjali Vikram Deepika Arjun Neha Rohan Pooja Amit Kavita Sanjay Sunita Rahul Meera Harpreet Gurpreet Simran Manpreet Jaspreet Nisha Ravi Lakshmi Karthik Divya Suresh
Anita Vijay Shreya Aditya Rekha Nikhil Asha Manish Ishaan Tara
`),
    family: parseList(`
Patel Singh Sharma Kumar Kaur Gupta Reddy Nair Iyer Rao Mehta Shah Joshi Desai Verma Kapoor Malhotra Chopra Bhatt Pillai Menon Gill Dhillon Sandhu Sidhu Grewal Bansal Agarwal
Jain Chaudhary Naidu Prasad Perera Fernando Silva Jayasinghe Wickramasinghe
`),
  },
  {
    au: 3.2,
    nz: 0.8,
    given: parseList(`
Minh Linh Thanh Huong Tuan Lan Duc Mai Hung Thu Quang Hoa Nam Trang Khanh Ngoc Bao Phuong Long Hien Vinh Anh Tony Kim Andy Jenny Peter Cindy
`),
    family: parseList(`
Nguyen Tran Le Pham Hoang Huynh Phan Vu Vo Dang Bui Do Ngo Duong Ly Dinh Truong Lam Mai Cao
`),
  },
  {
    au: 2.6,
    nz: 0.6,
    given: parseList(`
Dimitri Eleni Nikos Maria Yianni Sophia Kostas Katerina Theo Despina Stavros Georgina Peter Voula Con Effie Spiro Anastasia Andreas Irene
`),
    family: parseList(`
Papadopoulos Georgiou Nikolaidis Dimitriou Ioannou Pappas Karras Stathopoulos Makris Christou Antoniou Vlahos Kyriakou Economou Galanis Mantzaris Theodorou Kazantzis Lambros
Zervas Tsakiris
`),
  },
  {
    au: 4.2,
    nz: 0.8,
    given: parseList(`
Marco Giulia Antonio Francesca Luca Maria Joe Rosa Domenic Angela Frank Teresa Vince Carmela Robert Daniela Sam Lina Carlo Silvia Matteo Bianca
`),
    family: parseList(`
Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Giordano Mancini Rizzo Lombardi Moretti Barbieri Fontana Santoro Caruso Calabrese
Pellegrino Sorrenti Catalano Demarte
`),
  },
  {
    au: 3,
    nz: 0.7,
    given: parseList(`
Ali Fatima Mohamed Layla Hassan Nadia George Rima Charbel Yasmin Omar Mariam Elias Zeina Tony Hala Joseph Samira Ahmad Dina Karim Noor Youssef Rania
`),
    family: parseList(`
Haddad Khoury Nassar Saad Mansour Younan Sarkis Azzi Moussa Ibrahim Hassan Rahman Chahine Fares Gerges Tannous Daher Abboud Karam Rizk Hanna Bechara Najjar Sleiman
`),
  },
  {
    au: 2.4,
    nz: 2.4,
    given: parseList(`
Maria Jose Angelica Mark Rowena Carlo Jasmine Jerome Liza Rommel Cherry Noel Maricel Ramon Grace Dennis Joy Paolo Aileen Miguel
`),
    family: parseList(`
Santos Reyes Cruz Bautista Garcia Mendoza Torres Castillo Ramos Villanueva Aquino Navarro Domingo Mercado Salazar Dela-Cruz Pascual Soriano Manalo Tolentino
`),
  },
  {
    au: 1.2,
    nz: 1.3,
    given: parseList(`
Ji-woo Min-jun Soo-jin Hyun Eun-ji Daniel Grace Sung Hana Yuki Kenji Aiko Takashi Emi Hiro Naomi Joon Mina
`),
    family: parseList(`
Kim Park Choi Jung Kang Cho Yoon Jang Lim Han Shin Tanaka Suzuki Sato Yamamoto Nakamura Kobayashi Ito
`),
  },
  {
    au: 4,
    nz: 3.2,
    given: parseList(`
Anna Stefan Katja Jan Ingrid Pieter Marieke Lars Petra Ivan Milena Tomasz Ewa Goran Vesna Zoran Mirjana Henrik Astrid Andrzej Magdalena Willem Johanna Jovan Dragana Klaus Sabine
`),
    family: parseList(`
Schmidt Müller Weber Fischer Hoffmann Becker Van-Dijk De-Vries Visser Jansen Van-den-Berg Kowalski Nowak Wojcik Zielinski Novak Horvat Kovac Petrovic Jovanovic Markovic Nikolic
Ivanov Popov Lindqvist Nilsson Hansen Olsen Botha Du-Plessis Pretorius Nel Coetzee
`),
  },
]
