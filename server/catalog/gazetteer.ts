/** By metropolitan area ('@ country/state/city'): name, postcode, centre, and relative business weight. */
export const gazetteer = `
@ AU/NSW/Sydney
Sydney 2000 -33.868 151.209 260
Parramatta 2150 -33.815 151.001 70
North Sydney 2060 -33.839 151.207 70
Chatswood 2067 -33.797 151.183 42
Macquarie Park 2113 -33.776 151.126 40
Surry Hills 2010 -33.885 151.212 42
Pyrmont 2009 -33.870 151.194 28
Ultimo 2007 -33.878 151.198 16
Alexandria 2015 -33.909 151.194 36
Mascot 2020 -33.927 151.193 26
Botany 2019 -33.945 151.196 16
Waterloo 2017 -33.900 151.207 12
Zetland 2017 -33.907 151.209 8
Redfern 2016 -33.893 151.204 10
Newtown 2042 -33.898 151.179 12
Marrickville 2204 -33.911 151.155 18
St Peters 2044 -33.912 151.178 10
Leichhardt 2040 -33.884 151.157 10
Balmain 2041 -33.858 151.179 8
Glebe 2037 -33.880 151.185 8
Bondi Junction 2022 -33.893 151.247 16
Randwick 2031 -33.914 151.241 14
Double Bay 2028 -33.877 151.243 8
Paddington 2021 -33.885 151.226 8
Darlinghurst 2010 -33.879 151.219 8
Crows Nest 2065 -33.826 151.204 16
St Leonards 2065 -33.823 151.194 22
Artarmon 2064 -33.809 151.185 16
Lane Cove 2066 -33.815 151.166 12
Neutral Bay 2089 -33.831 151.221 8
Mosman 2088 -33.829 151.244 10
Manly 2095 -33.797 151.288 10
Brookvale 2100 -33.761 151.274 18
Dee Why 2099 -33.754 151.286 8
Frenchs Forest 2086 -33.751 151.226 14
Mona Vale 2103 -33.677 151.303 8
Warriewood 2102 -33.687 151.299 7
Hornsby 2077 -33.703 151.099 14
Pymble 2073 -33.744 151.141 8
Gordon 2072 -33.755 151.150 8
Ryde 2112 -33.815 151.104 12
West Ryde 2114 -33.807 151.089 8
Epping 2121 -33.773 151.082 10
Rhodes 2138 -33.830 151.087 14
Sydney Olympic Park 2127 -33.847 151.069 14
Homebush West 2140 -33.867 151.069 7
Strathfield 2135 -33.874 151.094 8
Burwood 2134 -33.877 151.104 12
Ashfield 2131 -33.889 151.125 8
Bankstown 2200 -33.918 151.035 18
Lidcombe 2141 -33.864 151.045 8
Auburn 2144 -33.849 151.033 14
Silverwater 2128 -33.836 151.046 16
Rosehill 2142 -33.824 151.025 6
Granville 2142 -33.833 151.012 8
Westmead 2145 -33.807 150.988 14
Castle Hill 2154 -33.732 151.005 22
Bella Vista 2153 -33.737 150.955 16
Norwest 2153 -33.733 150.963 18
Rouse Hill 2155 -33.682 150.915 6
Seven Hills 2147 -33.775 150.936 18
Blacktown 2148 -33.771 150.906 18
Rydalmere 2116 -33.811 151.034 10
Girraween 2145 -33.799 150.944 6
Wetherill Park 2164 -33.848 150.912 26
Smithfield 2164 -33.853 150.940 14
Fairfield 2165 -33.871 150.957 8
Cabramatta 2166 -33.895 150.935 8
Liverpool 2170 -33.921 150.923 18
Prestons 2170 -33.942 150.873 8
Moorebank 2170 -33.934 150.956 8
Ingleburn 2565 -33.999 150.866 12
Minto 2566 -34.028 150.847 8
Campbelltown 2560 -34.065 150.814 14
Smeaton Grange 2567 -34.040 150.760 8
Narellan 2567 -34.041 150.735 6
Penrith 2750 -33.751 150.694 18
Emu Plains 2750 -33.748 150.672 5
St Marys 2760 -33.766 150.774 9
Eastern Creek 2766 -33.800 150.850 10
Richmond 2753 -33.600 150.751 4
Windsor 2756 -33.614 150.817 4
Hurstville 2220 -33.967 151.102 14
Kogarah 2217 -33.963 151.134 10
Miranda 2228 -34.036 151.101 7
Caringbah 2229 -34.043 151.123 10
Taren Point 2229 -34.018 151.123 9
Sutherland 2232 -34.031 151.057 6
Peakhurst 2210 -33.960 151.062 7
Padstow 2211 -33.953 151.033 7
Milperra 2214 -33.938 150.988 8
Revesby 2212 -33.951 151.016 7
Punchbowl 2196 -33.929 151.055 6
Campsie 2194 -33.912 151.104 6
@ AU/NSW/Newcastle
Newcastle 2300 -32.927 151.779 18
Newcastle West 2302 -32.924 151.762 9
Hamilton 2303 -32.924 151.747 8
Mayfield 2304 -32.898 151.736 6
Broadmeadow 2292 -32.924 151.737 6
Kotara 2289 -32.940 151.694 5
Charlestown 2290 -32.965 151.693 8
Cardiff 2285 -32.941 151.662 8
Beresfield 2322 -32.801 151.658 8
Warners Bay 2282 -32.973 151.651 6
@ AU/NSW/Central Coast
Gosford 2250 -33.425 151.342 12
West Gosford 2250 -33.424 151.325 7
Erina 2250 -33.437 151.392 7
Tuggerah 2259 -33.307 151.416 8
Wyong 2259 -33.283 151.424 5
Terrigal 2260 -33.447 151.444 4
Woy Woy 2256 -33.485 151.325 4
@ AU/NSW/Wollongong
Wollongong 2500 -34.425 150.893 20
Unanderra 2526 -34.453 150.846 6
Port Kembla 2505 -34.483 150.901 5
Fairy Meadow 2519 -34.393 150.893 5
Shellharbour 2529 -34.579 150.868 5
Albion Park Rail 2527 -34.562 150.796 4
Dapto 2530 -34.499 150.794 4
@ AU/NSW/Maitland
Maitland 2320 -32.733 151.555 9
Rutherford 2320 -32.715 151.533 5
@ AU/NSW/Cessnock
Cessnock 2325 -32.834 151.356 4
Pokolbin 2320 -32.779 151.293 3
@ AU/NSW/Singleton
Singleton 2330 -32.566 151.170 5
@ AU/NSW/Muswellbrook
Muswellbrook 2333 -32.265 150.888 4
@ AU/NSW/Port Macquarie
Port Macquarie 2444 -31.431 152.909 9
@ AU/NSW/Coffs Harbour
Coffs Harbour 2450 -30.296 153.114 9
@ AU/NSW/Byron Bay
Byron Bay 2481 -28.643 153.615 6
@ AU/NSW/Lismore
Lismore 2480 -28.814 153.277 6
@ AU/NSW/Ballina
Ballina 2478 -28.864 153.566 5
@ AU/NSW/Tweed Heads
Tweed Heads 2485 -28.176 153.541 6
Tweed Heads South 2486 -28.196 153.546 5
@ AU/NSW/Tamworth
Tamworth 2340 -31.091 150.930 8
@ AU/NSW/Armidale
Armidale 2350 -30.513 151.667 4
@ AU/NSW/Dubbo
Dubbo 2830 -32.243 148.605 7
@ AU/NSW/Orange
Orange 2800 -33.284 149.101 7
@ AU/NSW/Bathurst
Bathurst 2795 -33.419 149.578 6
@ AU/NSW/Mudgee
Mudgee 2850 -32.591 149.587 3
@ AU/NSW/Wagga Wagga
Wagga Wagga 2650 -35.108 147.369 8
@ AU/NSW/Albury
Albury 2640 -36.080 146.916 8
Lavington 2641 -36.049 146.939 4
@ AU/NSW/Griffith
Griffith 2680 -34.289 146.049 5
@ AU/NSW/Broken Hill
Broken Hill 2880 -31.953 141.453 3
@ AU/NSW/Nowra
Nowra 2541 -34.874 150.600 5
@ AU/NSW/Bowral
Bowral 2576 -34.478 150.418 4
@ AU/NSW/Goulburn
Goulburn 2580 -34.754 149.719 4
@ AU/NSW/Queanbeyan
Queanbeyan 2620 -35.354 149.233 6
@ AU/NSW/Katoomba
Katoomba 2780 -33.715 150.312 4
@ AU/NSW/Taree
Taree 2430 -31.911 152.459 3
@ AU/VIC/Melbourne
Melbourne 3000 -37.814 144.963 230
Docklands 3008 -37.815 144.947 36
Southbank 3006 -37.826 144.959 34
South Melbourne 3205 -37.833 144.957 30
Port Melbourne 3207 -37.834 144.925 30
East Melbourne 3002 -37.815 144.986 10
West Melbourne 3003 -37.808 144.943 10
North Melbourne 3051 -37.799 144.947 12
Carlton 3053 -37.800 144.968 14
Parkville 3052 -37.788 144.951 12
Fitzroy 3065 -37.799 144.979 16
Collingwood 3066 -37.802 144.987 20
Abbotsford 3067 -37.803 145.001 10
Richmond 3121 -37.819 145.001 36
Cremorne 3121 -37.829 144.993 24
South Yarra 3141 -37.838 144.992 18
Prahran 3181 -37.851 144.993 12
St Kilda 3182 -37.864 144.981 12
Windsor 3181 -37.856 144.991 6
Hawthorn 3122 -37.822 145.035 20
Hawthorn East 3123 -37.829 145.052 12
Camberwell 3124 -37.835 145.071 12
Kew 3101 -37.803 145.031 9
Malvern 3144 -37.862 145.029 8
Caulfield North 3161 -37.872 145.021 6
Elsternwick 3185 -37.885 145.004 5
Brighton 3186 -37.907 144.996 8
Bentleigh 3204 -37.918 145.036 6
Moorabbin 3189 -37.935 145.053 14
Cheltenham 3192 -37.969 145.055 14
Mentone 3194 -37.983 145.067 6
Braeside 3195 -37.999 145.118 10
Mordialloc 3195 -38.006 145.087 5
Clayton 3168 -37.925 145.120 22
Mulgrave 3170 -37.929 145.173 18
Notting Hill 3168 -37.905 145.130 10
Mount Waverley 3149 -37.877 145.129 12
Glen Waverley 3150 -37.879 145.164 12
Burwood 3125 -37.851 145.114 8
Box Hill 3128 -37.819 145.122 16
Blackburn 3130 -37.820 145.151 8
Nunawading 3131 -37.818 145.176 8
Mitcham 3132 -37.818 145.193 8
Ringwood 3134 -37.815 145.229 12
Bayswater 3153 -37.842 145.268 14
Ferntree Gully 3156 -37.882 145.294 6
Knoxfield 3180 -37.891 145.247 8
Scoresby 3179 -37.899 145.233 10
Rowville 3178 -37.926 145.242 8
Wantirna South 3152 -37.872 145.231 7
Kilsyth 3137 -37.801 145.312 6
Lilydale 3140 -37.757 145.353 5
Doncaster 3108 -37.787 145.124 10
Templestowe 3106 -37.756 145.131 4
Heidelberg West 3081 -37.741 145.043 8
Heidelberg 3084 -37.756 145.067 9
Ivanhoe 3079 -37.768 145.044 5
Greensborough 3088 -37.704 145.104 5
Bundoora 3083 -37.698 145.059 9
Preston 3072 -37.742 145.000 12
Reservoir 3073 -37.713 145.003 8
Northcote 3070 -37.770 145.000 8
Thomastown 3074 -37.681 145.014 14
Epping 3076 -37.647 145.027 10
Somerton 3062 -37.636 144.949 8
Campbellfield 3061 -37.666 144.957 16
Brunswick 3056 -37.767 144.960 14
Coburg North 3058 -37.728 144.963 9
Essendon 3040 -37.751 144.914 8
Essendon Fields 3041 -37.725 144.900 10
Moonee Ponds 3039 -37.766 144.919 8
Tullamarine 3043 -37.701 144.880 18
Keilor East 3033 -37.743 144.864 5
Airport West 3042 -37.724 144.885 8
Craigieburn 3064 -37.600 144.943 6
Footscray 3011 -37.800 144.900 10
West Footscray 3012 -37.802 144.877 7
Yarraville 3013 -37.817 144.889 7
Sunshine 3020 -37.788 144.833 10
Sunshine West 3020 -37.797 144.812 10
Derrimut 3026 -37.796 144.767 12
Laverton North 3026 -37.824 144.789 16
Truganina 3029 -37.826 144.746 12
Altona North 3025 -37.838 144.846 10
Altona 3018 -37.868 144.830 5
Williamstown 3016 -37.857 144.895 6
Werribee 3030 -37.900 144.662 9
Hoppers Crossing 3029 -37.883 144.700 9
Melton 3337 -37.683 144.585 5
Caroline Springs 3023 -37.741 144.736 4
Dandenong 3175 -37.987 145.215 18
Dandenong South 3175 -38.018 145.217 26
Keysborough 3173 -37.991 145.174 10
Springvale 3171 -37.949 145.153 9
Noble Park 3174 -37.966 145.176 4
Hallam 3803 -38.005 145.270 9
Narre Warren 3805 -38.028 145.303 6
Berwick 3806 -38.031 145.344 7
Pakenham 3810 -38.071 145.485 8
Cranbourne West 3977 -38.099 145.263 6
Carrum Downs 3201 -38.098 145.172 12
Frankston 3199 -38.144 145.126 10
Seaford 3198 -38.104 145.132 7
Mornington 3931 -38.218 145.039 6
Sorrento 3943 -38.340 144.741 2
@ AU/VIC/Geelong
Geelong 3220 -38.148 144.361 18
North Geelong 3215 -38.110 144.352 7
Geelong West 3218 -38.139 144.348 6
South Geelong 3220 -38.163 144.359 5
Corio 3214 -38.080 144.380 4
Belmont 3216 -38.176 144.343 5
Torquay 3228 -38.331 144.325 4
@ AU/VIC/Ballarat
Ballarat Central 3350 -37.562 143.850 14
Wendouree 3355 -37.533 143.825 5
Delacombe 3356 -37.588 143.813 3
@ AU/VIC/Bendigo
Bendigo 3550 -36.758 144.280 14
East Bendigo 3550 -36.743 144.316 5
@ AU/VIC/Shepparton
Shepparton 3630 -36.381 145.399 8
@ AU/VIC/Mildura
Mildura 3500 -34.185 142.163 6
@ AU/VIC/Warrnambool
Warrnambool 3280 -38.382 142.485 5
@ AU/VIC/Wodonga
Wodonga 3690 -36.122 146.888 6
@ AU/VIC/Wangaratta
Wangaratta 3677 -36.358 146.312 4
@ AU/VIC/Traralgon
Traralgon 3844 -38.195 146.541 5
@ AU/VIC/Morwell
Morwell 3840 -38.235 146.396 3
@ AU/VIC/Sale
Sale 3850 -38.111 147.068 3
@ AU/VIC/Bairnsdale
Bairnsdale 3875 -37.826 147.628 3
@ AU/VIC/Horsham
Horsham 3400 -36.711 142.199 3
@ AU/VIC/Echuca
Echuca 3564 -36.130 144.751 3
@ AU/VIC/Swan Hill
Swan Hill 3585 -35.338 143.554 2
@ AU/VIC/Colac
Colac 3250 -38.340 143.585 2
@ AU/VIC/Warragul
Warragul 3820 -38.159 145.931 3
@ AU/VIC/Healesville
Healesville 3777 -37.653 145.517 2
@ AU/QLD/Brisbane
Brisbane City 4000 -27.470 153.026 110
Fortitude Valley 4006 -27.457 153.035 40
Newstead 4006 -27.447 153.046 20
South Brisbane 4101 -27.481 153.017 20
West End 4101 -27.482 153.007 12
Milton 4064 -27.471 153.001 22
Spring Hill 4000 -27.461 153.024 18
Bowen Hills 4006 -27.443 153.037 12
Herston 4006 -27.446 153.018 8
Toowong 4066 -27.484 152.983 10
Indooroopilly 4068 -27.501 152.974 8
Woolloongabba 4102 -27.490 153.036 12
East Brisbane 4169 -27.482 153.045 6
Murarrie 4172 -27.461 153.099 8
Hemmant 4174 -27.449 153.127 7
Eagle Farm 4009 -27.436 153.085 16
Hamilton 4007 -27.438 153.064 9
Brisbane Airport 4008 -27.392 153.117 7
Pinkenba 4008 -27.421 153.119 7
Northgate 4013 -27.393 153.069 7
Geebung 4034 -27.371 153.046 9
Virginia 4014 -27.381 153.060 8
Brendale 4500 -27.325 152.982 12
Strathpine 4500 -27.304 152.990 5
North Lakes 4509 -27.238 153.017 9
Chermside 4032 -27.386 153.033 9
Enoggera 4051 -27.421 152.990 4
Kedron 4031 -27.405 153.032 4
Rocklea 4106 -27.543 153.007 12
Archerfield 4108 -27.564 153.016 8
Coopers Plains 4108 -27.566 153.038 8
Acacia Ridge 4110 -27.582 153.024 10
Salisbury 4107 -27.551 153.032 6
Sumner 4074 -27.565 152.934 6
Darra 4076 -27.566 152.955 7
Richlands 4077 -27.591 152.953 5
Wacol 4076 -27.592 152.925 8
Eight Mile Plains 4113 -27.580 153.098 12
Mount Gravatt 4122 -27.539 153.079 8
Upper Mount Gravatt 4122 -27.558 153.083 8
Sunnybank 4109 -27.579 153.059 6
Carindale 4152 -27.503 153.102 6
Capalaba 4157 -27.527 153.193 8
Cleveland 4163 -27.527 153.265 6
Wynnum 4178 -27.444 153.174 4
Slacks Creek 4127 -27.639 153.126 7
Springwood 4127 -27.613 153.128 8
Underwood 4119 -27.611 153.117 6
Loganholme 4129 -27.686 153.187 5
Crestmead 4132 -27.689 153.084 6
Meadowbrook 4131 -27.665 153.145 4
Redcliffe 4020 -27.231 153.108 4
Caboolture 4510 -27.085 152.951 6
@ AU/QLD/Ipswich
Ipswich 4305 -27.614 152.760 10
Springfield Central 4300 -27.684 152.904 7
Redbank 4301 -27.599 152.866 4
@ AU/QLD/Gold Coast
Southport 4215 -27.968 153.412 18
Surfers Paradise 4217 -28.003 153.429 12
Bundall 4217 -28.009 153.406 12
Broadbeach 4218 -28.029 153.431 8
Burleigh Heads 4220 -28.089 153.443 12
Robina 4226 -28.071 153.394 12
Varsity Lakes 4227 -28.086 153.412 8
Nerang 4211 -27.989 153.336 8
Molendinar 4214 -27.972 153.360 7
Arundel 4214 -27.937 153.367 5
Helensvale 4212 -27.907 153.341 5
Coomera 4209 -27.853 153.309 6
Yatala 4207 -27.739 153.226 8
Currumbin Waters 4223 -28.156 153.467 5
Coolangatta 4225 -28.168 153.536 3
@ AU/QLD/Sunshine Coast
Maroochydore 4558 -26.654 153.090 14
Caloundra 4551 -26.802 153.130 6
Caloundra West 4551 -26.803 153.103 4
Noosaville 4566 -26.400 153.053 7
Noosa Heads 4567 -26.396 153.091 5
Buderim 4556 -26.684 153.052 6
Kunda Park 4556 -26.668 153.036 5
Coolum Beach 4573 -26.529 153.089 3
Nambour 4560 -26.627 152.959 4
@ AU/QLD/Toowoomba
Toowoomba City 4350 -27.561 151.953 12
Wilsonton 4350 -27.546 151.918 4
Torrington 4350 -27.540 151.890 4
@ AU/QLD/Townsville
Townsville City 4810 -19.258 146.817 10
Garbutt 4814 -19.262 146.768 6
Aitkenvale 4814 -19.299 146.761 3
@ AU/QLD/Cairns
Cairns City 4870 -16.921 145.776 11
Portsmith 4870 -16.943 145.763 5
Smithfield 4878 -16.830 145.691 3
@ AU/QLD/Mackay
Mackay 4740 -21.143 149.186 7
Paget 4740 -21.180 149.170 6
@ AU/QLD/Rockhampton
Rockhampton City 4700 -23.378 150.513 6
North Rockhampton 4701 -23.359 150.527 3
@ AU/QLD/Gladstone
Gladstone 4680 -23.843 151.256 5
@ AU/QLD/Bundaberg
Bundaberg Central 4670 -24.867 152.350 6
@ AU/QLD/Hervey Bay
Pialba 4655 -25.279 152.838 4
@ AU/QLD/Maryborough
Maryborough 4650 -25.540 152.702 3
@ AU/QLD/Gympie
Gympie 4570 -26.190 152.666 3
@ AU/QLD/Emerald
Emerald 4720 -23.527 148.164 3
@ AU/QLD/Mount Isa
Mount Isa 4825 -20.726 139.493 3
@ AU/QLD/Dalby
Dalby 4405 -27.182 151.262 2
@ AU/QLD/Roma
Roma 4455 -26.573 148.787 2
@ AU/QLD/Kingaroy
Kingaroy 4610 -26.539 151.840 2
@ AU/QLD/Warwick
Warwick 4370 -28.215 152.034 2
@ AU/QLD/Airlie Beach
Airlie Beach 4802 -20.268 148.718 2
@ AU/WA/Perth
Perth 6000 -31.953 115.857 95
West Perth 6005 -31.949 115.841 50
East Perth 6004 -31.957 115.876 24
Northbridge 6003 -31.947 115.857 8
Subiaco 6008 -31.949 115.827 18
Leederville 6007 -31.936 115.841 8
Nedlands 6009 -31.982 115.806 10
Claremont 6010 -31.981 115.781 7
Cottesloe 6011 -31.996 115.756 4
Mount Hawthorn 6016 -31.920 115.837 4
Osborne Park 6017 -31.903 115.812 32
Innaloo 6018 -31.893 115.796 4
Balcatta 6021 -31.874 115.826 18
Stirling 6021 -31.881 115.811 4
Joondalup 6027 -31.745 115.766 12
Wangara 6065 -31.790 115.832 14
Landsdale 6065 -31.811 115.861 4
Malaga 6090 -31.859 115.898 18
Morley 6062 -31.895 115.908 7
Bayswater 6053 -31.919 115.920 9
Bassendean 6054 -31.907 115.946 4
Midland 6056 -31.889 116.010 8
Hazelmere 6055 -31.911 116.003 6
Belmont 6104 -31.946 115.930 14
Ascot 6104 -31.935 115.927 4
Rivervale 6103 -31.960 115.914 4
Burswood 6100 -31.960 115.897 9
Victoria Park 6100 -31.977 115.896 7
South Perth 6151 -31.979 115.866 9
Como 6152 -31.994 115.867 5
Applecross 6153 -32.015 115.838 6
Welshpool 6106 -31.985 115.946 22
Kewdale 6105 -31.979 115.957 16
Perth Airport 6105 -31.945 115.968 6
Forrestfield 6058 -31.987 116.007 5
Maddington 6109 -32.050 115.984 7
Cannington 6107 -32.017 115.934 8
Bentley 6102 -32.003 115.922 9
Canning Vale 6155 -32.059 115.915 18
Willetton 6155 -32.052 115.887 4
Myaree 6154 -32.041 115.819 9
Booragoon 6154 -32.038 115.835 4
Bibra Lake 6163 -32.093 115.826 12
O'Connor 6163 -32.060 115.791 9
Fremantle 6160 -32.055 115.746 16
North Fremantle 6159 -32.031 115.751 3
Henderson 6166 -32.160 115.774 8
Jandakot 6164 -32.100 115.870 9
Cockburn Central 6164 -32.123 115.847 6
Kwinana Beach 6167 -32.231 115.773 7
Naval Base 6165 -32.200 115.782 4
Rockingham 6168 -32.281 115.728 7
Armadale 6112 -32.153 116.014 4
Ellenbrook 6069 -31.777 115.971 3
@ AU/WA/Mandurah
Mandurah 6210 -32.529 115.723 7
Greenfields 6210 -32.526 115.763 2
@ AU/WA/Bunbury
Bunbury 6230 -33.327 115.637 8
Davenport 6230 -33.369 115.683 3
@ AU/WA/Busselton
Busselton 6280 -33.652 115.346 5
@ AU/WA/Margaret River
Margaret River 6285 -33.954 115.073 4
@ AU/WA/Albany
Albany 6330 -35.027 117.884 5
@ AU/WA/Esperance
Esperance 6450 -33.861 121.891 2
@ AU/WA/Geraldton
Geraldton 6530 -28.777 114.614 5
@ AU/WA/Kalgoorlie
Kalgoorlie 6430 -30.749 121.466 7
@ AU/WA/Karratha
Karratha 6714 -20.737 116.846 6
@ AU/WA/Port Hedland
Port Hedland 6721 -20.311 118.575 4
@ AU/WA/Newman
Newman 6753 -23.357 119.730 2
@ AU/WA/Broome
Broome 6725 -17.961 122.236 3
@ AU/WA/Kununurra
Kununurra 6743 -15.774 128.739 2
@ AU/WA/Northam
Northam 6401 -31.655 116.671 2
@ AU/WA/Collie
Collie 6225 -33.363 116.156 2
@ AU/SA/Adelaide
Adelaide 5000 -34.929 138.601 80
North Adelaide 5006 -34.907 138.594 10
Norwood 5067 -34.921 138.630 12
Kent Town 5067 -34.921 138.619 9
Unley 5061 -34.949 138.606 7
Eastwood 5063 -34.944 138.622 6
Hindmarsh 5007 -34.908 138.571 8
Thebarton 5031 -34.917 138.568 8
Mile End 5031 -34.924 138.570 7
Richmond 5033 -34.941 138.561 5
Glenelg 5045 -34.980 138.516 6
Marleston 5033 -34.945 138.558 4
Edwardstown 5039 -34.980 138.570 9
Melrose Park 5039 -34.983 138.577 4
Bedford Park 5042 -35.018 138.571 5
Tonsley 5042 -35.006 138.572 6
Lonsdale 5160 -35.109 138.490 8
Morphett Vale 5162 -35.127 138.523 3
Port Adelaide 5015 -34.847 138.504 6
Wingfield 5013 -34.842 138.561 12
Regency Park 5010 -34.870 138.566 8
Dry Creek 5094 -34.838 138.590 4
Mawson Lakes 5095 -34.813 138.611 9
Salisbury South 5106 -34.784 138.641 6
Edinburgh 5111 -34.733 138.641 6
Elizabeth 5112 -34.721 138.670 4
Gepps Cross 5094 -34.849 138.602 3
Holden Hill 5088 -34.851 138.670 3
Modbury 5092 -34.832 138.684 4
Magill 5072 -34.914 138.676 3
Stirling 5152 -35.004 138.717 2
Mount Barker 5251 -35.068 138.858 4
@ AU/SA/Tanunda
Tanunda 5352 -34.525 138.960 4
@ AU/SA/McLaren Vale
McLaren Vale 5171 -35.219 138.545 3
@ AU/SA/Mount Gambier
Mount Gambier 5290 -37.829 140.783 5
@ AU/SA/Murray Bridge
Murray Bridge 5253 -35.120 139.274 3
@ AU/SA/Port Lincoln
Port Lincoln 5606 -34.732 135.859 3
@ AU/SA/Whyalla
Whyalla 5600 -33.032 137.565 3
@ AU/SA/Port Augusta
Port Augusta 5700 -32.493 137.763 2
@ AU/SA/Port Pirie
Port Pirie 5540 -33.186 138.017 2
@ AU/SA/Berri
Berri 5343 -34.283 140.599 2
@ AU/SA/Victor Harbor
Victor Harbor 5211 -35.552 138.622 3
@ AU/TAS/Hobart
Hobart 7000 -42.882 147.328 24
Glenorchy 7010 -42.831 147.278 7
Moonah 7009 -42.849 147.296 6
Derwent Park 7009 -42.836 147.305 4
Rosny Park 7018 -42.868 147.369 3
Cambridge 7170 -42.836 147.444 5
Kingston 7050 -42.977 147.308 4
Sandy Bay 7005 -42.897 147.327 4
@ AU/TAS/Launceston
Launceston 7250 -41.439 147.135 11
Invermay 7248 -41.425 147.135 4
Prospect 7250 -41.484 147.126 2
@ AU/TAS/Devonport
Devonport 7310 -41.180 146.346 4
@ AU/TAS/Burnie
Burnie 7320 -41.056 145.906 4
@ AU/TAS/Ulverstone
Ulverstone 7315 -41.158 146.168 2
@ AU/ACT/Canberra
Canberra 2601 -35.280 149.129 34
Barton 2600 -35.306 149.134 16
Kingston 2604 -35.315 149.143 6
Braddon 2612 -35.272 149.136 10
Turner 2612 -35.268 149.126 4
Deakin 2600 -35.318 149.103 7
Phillip 2606 -35.346 149.090 10
Fyshwick 2609 -35.329 149.170 14
Belconnen 2617 -35.238 149.066 8
Bruce 2617 -35.246 149.083 5
Mitchell 2911 -35.213 149.137 7
Gungahlin 2912 -35.185 149.133 4
Greenway 2900 -35.417 149.068 4
Hume 2620 -35.393 149.166 5
@ AU/NT/Darwin
Darwin City 0800 -12.463 130.842 16
Winnellie 0820 -12.428 130.886 7
Stuart Park 0820 -12.447 130.845 3
Casuarina 0810 -12.375 130.882 3
Berrimah 0828 -12.436 130.921 4
Palmerston 0830 -12.480 130.984 4
Parap 0820 -12.431 130.843 2
@ AU/NT/Alice Springs
Alice Springs 0870 -23.698 133.881 5
@ AU/NT/Katherine
Katherine 0850 -14.465 132.264 2
@ NZ/Auckland/Auckland
Auckland Central 1010 -36.848 174.763 70
Parnell 1052 -36.855 174.782 12
Newmarket 1023 -36.870 174.777 14
Grafton 1023 -36.861 174.768 5
Freemans Bay 1011 -36.852 174.751 7
Grey Lynn 1021 -36.861 174.737 7
Ponsonby 1011 -36.848 174.742 8
Mount Eden 1024 -36.878 174.760 8
Ellerslie 1051 -36.899 174.808 7
Penrose 1061 -36.908 174.815 14
Mount Wellington 1060 -36.903 174.841 12
Onehunga 1061 -36.923 174.785 9
Saint Johns 1072 -36.873 174.845 3
East Tāmaki 2013 -36.943 174.895 16
Botany Downs 2010 -36.909 174.917 4
Pakuranga 2010 -36.883 174.914 3
Howick 2014 -36.894 174.931 3
Manukau 2104 -36.993 174.880 12
Wiri 2104 -37.004 174.871 9
Māngere 2022 -36.968 174.787 8
Ōtāhuhu 1062 -36.947 174.844 5
Papakura 2110 -37.066 174.944 4
Takanini 2112 -37.045 174.912 4
Pukekohe 2120 -37.200 174.901 4
Takapuna 0622 -36.788 174.773 10
Albany 0632 -36.728 174.699 9
Rosedale 0632 -36.746 174.711 12
Glenfield 0629 -36.780 174.722 5
Wairau Valley 0627 -36.771 174.738 6
Devonport 0624 -36.831 174.796 2
Henderson 0612 -36.879 174.630 7
New Lynn 0600 -36.909 174.684 6
Avondale 1026 -36.897 174.698 4
Rosebank 1026 -36.877 174.671 4
Kumeū 0810 -36.776 174.557 3
Silverdale 0932 -36.617 174.676 4
Orewa 0931 -36.587 174.694 2
Warkworth 0910 -36.400 174.663 2
@ NZ/Northland/Whangārei
Whangārei 0110 -35.725 174.323 8
@ NZ/Northland/Kerikeri
Kerikeri 0230 -35.228 173.952 3
@ NZ/Waikato/Hamilton
Hamilton Central 3204 -37.788 175.283 14
Te Rapa 3200 -37.745 175.239 8
Frankton 3204 -37.790 175.262 5
Rototuna 3210 -37.731 175.270 2
@ NZ/Waikato/Cambridge
Cambridge 3434 -37.892 175.470 4
@ NZ/Waikato/Te Awamutu
Te Awamutu 3800 -38.009 175.324 2
@ NZ/Waikato/Taupō
Taupō 3330 -38.686 176.070 4
@ NZ/Waikato/Matamata
Matamata 3400 -37.811 175.773 2
@ NZ/Bay of Plenty/Tauranga
Tauranga 3110 -37.688 176.167 9
Mount Maunganui 3116 -37.658 176.208 8
Greerton 3112 -37.730 176.130 3
Pāpāmoa 3118 -37.698 176.283 3
@ NZ/Bay of Plenty/Rotorua
Rotorua 3010 -38.137 176.252 6
@ NZ/Bay of Plenty/Whakatāne
Whakatāne 3120 -37.958 176.985 3
@ NZ/Gisborne/Gisborne
Gisborne 4010 -38.663 178.018 4
@ NZ/Hawke's Bay/Napier
Napier South 4110 -39.498 176.910 5
Ahuriri 4110 -39.483 176.896 3
Onekawa 4110 -39.504 176.881 3
@ NZ/Hawke's Bay/Hastings
Hastings 4122 -39.640 176.847 6
Havelock North 4130 -39.670 176.879 3
@ NZ/Taranaki/New Plymouth
New Plymouth 4310 -39.058 174.074 8
Bell Block 4312 -39.031 174.141 3
@ NZ/Taranaki/Hāwera
Hāwera 4610 -39.588 174.279 2
@ NZ/Manawatū-Whanganui/Palmerston North
Palmerston North 4410 -40.355 175.611 8
Milson 4414 -40.334 175.612 2
@ NZ/Manawatū-Whanganui/Whanganui
Whanganui 4500 -39.932 175.052 4
@ NZ/Manawatū-Whanganui/Levin
Levin 5510 -40.622 175.286 2
@ NZ/Wellington/Wellington
Wellington Central 6011 -41.286 174.776 34
Te Aro 6011 -41.296 174.776 12
Thorndon 6011 -41.275 174.780 7
Pipitea 6011 -41.279 174.781 5
Newtown 6021 -41.312 174.780 3
Kilbirnie 6022 -41.318 174.795 3
Miramar 6022 -41.317 174.819 3
Ngauranga 6035 -41.247 174.811 3
Johnsonville 6037 -41.224 174.806 3
@ NZ/Wellington/Lower Hutt
Lower Hutt 5010 -41.209 174.908 6
Petone 5012 -41.227 174.878 6
Seaview 5010 -41.241 174.905 4
@ NZ/Wellington/Upper Hutt
Upper Hutt 5018 -41.124 175.070 4
@ NZ/Wellington/Porirua
Porirua 5022 -41.134 174.840 5
@ NZ/Wellington/Paraparaumu
Paraparaumu 5032 -40.914 175.006 3
@ NZ/Wellington/Masterton
Masterton 5810 -40.950 175.660 3
@ NZ/Nelson/Nelson
Nelson 7010 -41.271 173.284 6
Stoke 7011 -41.315 173.233 3
Tāhunanui 7011 -41.287 173.246 2
@ NZ/Tasman/Richmond
Richmond 7020 -41.338 173.185 4
@ NZ/Tasman/Motueka
Motueka 7120 -41.109 173.010 2
@ NZ/Marlborough/Blenheim
Blenheim 7201 -41.514 173.960 5
@ NZ/West Coast/Greymouth
Greymouth 7805 -42.450 171.208 3
@ NZ/Canterbury/Christchurch
Christchurch Central 8011 -43.531 172.637 20
Addington 8024 -43.544 172.612 9
Riccarton 8011 -43.531 172.603 5
Sydenham 8023 -43.547 172.639 6
Middleton 8024 -43.541 172.588 6
Hornby 8042 -43.543 172.525 6
Wigram 8042 -43.552 172.556 4
Sockburn 8042 -43.536 172.554 4
Burnside 8053 -43.499 172.573 4
Papanui 8053 -43.495 172.608 4
Woolston 8062 -43.553 172.684 5
Lyttelton 8082 -43.603 172.720 2
@ NZ/Canterbury/Rangiora
Rangiora 7400 -43.304 172.597 3
@ NZ/Canterbury/Rolleston
Rolleston 7614 -43.594 172.383 4
@ NZ/Canterbury/Ashburton
Ashburton 7700 -43.899 171.751 4
@ NZ/Canterbury/Timaru
Timaru 7910 -44.397 171.255 5
@ NZ/Otago/Dunedin
Dunedin Central 9016 -45.879 170.503 9
South Dunedin 9012 -45.899 170.502 4
Mosgiel 9024 -45.875 170.349 2
@ NZ/Otago/Queenstown
Queenstown 9300 -45.031 168.663 6
Frankton 9300 -45.022 168.734 4
@ NZ/Otago/Wānaka
Wānaka 9305 -44.699 169.143 4
@ NZ/Otago/Oamaru
Oamaru 9400 -45.098 170.971 2
@ NZ/Otago/Cromwell
Cromwell 9310 -45.039 169.199 2
@ NZ/Southland/Invercargill
Invercargill 9810 -46.413 168.354 6
@ NZ/Southland/Gore
Gore 9710 -46.103 168.944 2
`
