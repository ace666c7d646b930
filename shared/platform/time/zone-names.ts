// The names of all IANA time zones. Intl knows all of them and lists only one name of each zone, depending on its
// version; the names that it may leave out change once in some years, so they are written here.

/** Names of links (the file `backward` of the IANA database) and the names of fixed offsets. */
const UNLISTED = `
  Africa/Asmara Africa/Asmera Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza
  America/Atikokan America/Atka America/Buenos_Aires America/Catamarca America/Coral_Harbour America/Cordoba
  America/Ensenada America/Fort_Wayne America/Godthab America/Indiana/Indianapolis America/Indianapolis
  America/Jujuy America/Kentucky/Louisville America/Knox_IN America/Louisville America/Mendoza America/Montreal
  America/Nipigon America/Nuuk America/Pangnirtung America/Porto_Acre America/Rainy_River America/Rosario
  America/Santa_Isabel America/Shiprock America/Thunder_Bay America/Virgin America/Yellowknife
  Antarctica/South_Pole Asia/Ashkhabad Asia/Calcutta Asia/Choibalsan Asia/Chongqing Asia/Chungking Asia/Dacca
  Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Katmandu Asia/Kolkata Asia/Macao
  Asia/Rangoon Asia/Saigon Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon
  Atlantic/Faeroe Atlantic/Faroe Atlantic/Jan_Mayen Australia/ACT Australia/Canberra Australia/Currie
  Australia/LHI Australia/NSW Australia/North Australia/Queensland Australia/South Australia/Tasmania
  Australia/Victoria Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET
  CST6CDT Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific
  Canada/Saskatchewan Canada/Yukon Chile/Continental Chile/EasterIsland Cuba EET EST EST5EDT Egypt Eire Etc/GMT
  Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Europe/Belfast Europe/Kiev Europe/Kyiv
  Europe/Nicosia Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST
  Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT Mexico/BajaNorte Mexico/BajaSur
  Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Chuuk Pacific/Enderbury Pacific/Johnston Pacific/Kanton
  Pacific/Pohnpei Pacific/Ponape Pacific/Samoa Pacific/Truk Pacific/Yap Poland Portugal ROC ROK Singapore Turkey
  UCT US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke
  US/Michigan US/Mountain US/Pacific US/Samoa UTC Universal W-SU WET Zulu`;

/** The offsets of `Etc/GMT+12` to `Etc/GMT-14`. */
const FIXED_HOURS = { least: -14, most: 12 };

function listZones(): string[] {
  const fixed: string[] = [];
  for (let hours = FIXED_HOURS.least; hours <= FIXED_HOURS.most; hours += 1)
    fixed.push(`Etc/GMT${hours < 0 ? hours : `+${hours}`}`);
  return [...Intl.supportedValuesOf('timeZone'), ...UNLISTED.trim().split(/\s+/), ...fixed, 'Etc/GMT-0'];
}

/** Name in small letters → the name as IANA writes it. */
export const ZONE_NAMES: ReadonlyMap<string, string> = new Map(
  listZones().map((name) => [name.toLowerCase(), name]),
);
