// Windows' names of zones with their IANA zones: the table windowsZones of Unicode CLDR, territory 001 (the whole
// world, for use when the territory is not known). © Unicode, Inc., under the Unicode License v3
// (unicode.org/license.txt). Each line is an IANA name, a space, and a Windows name.

/** Names followed by "Standard Time". */
const STANDARD_TIMES = `
Etc/GMT+12 Dateline
America/Adak Aleutian
Pacific/Honolulu Hawaiian
Pacific/Marquesas Marquesas
America/Anchorage Alaskan
America/Los_Angeles Pacific
America/Phoenix US Mountain
America/Denver Mountain
America/Whitehorse Yukon
America/Guatemala Central America
America/Chicago Central
Pacific/Easter Easter Island
America/Regina Canada Central
America/Bogota SA Pacific
America/New_York Eastern
America/Port-au-Prince Haiti
America/Havana Cuba
America/Indianapolis US Eastern
America/Grand_Turk Turks And Caicos
America/Asuncion Paraguay
America/Halifax Atlantic
America/Caracas Venezuela
America/Cuiaba Central Brazilian
America/La_Paz SA Western
America/Santiago Pacific SA
America/St_Johns Newfoundland
America/Araguaina Tocantins
America/Sao_Paulo E. South America
America/Cayenne SA Eastern
America/Buenos_Aires Argentina
America/Godthab Greenland
America/Montevideo Montevideo
America/Punta_Arenas Magallanes
America/Miquelon Saint Pierre
America/Bahia Bahia
Atlantic/Azores Azores
Atlantic/Cape_Verde Cape Verde
Europe/London GMT
Atlantic/Reykjavik Greenwich
Africa/Sao_Tome Sao Tome
Africa/Casablanca Morocco
Europe/Berlin W. Europe
Europe/Budapest Central Europe
Europe/Paris Romance
Europe/Warsaw Central European
Africa/Lagos W. Central Africa
Asia/Amman Jordan
Europe/Bucharest GTB
Asia/Beirut Middle East
Africa/Cairo Egypt
Europe/Chisinau E. Europe
Asia/Damascus Syria
Asia/Hebron West Bank
Africa/Johannesburg South Africa
Europe/Kiev FLE
Asia/Jerusalem Israel
Africa/Juba South Sudan
Europe/Kaliningrad Kaliningrad
Africa/Khartoum Sudan
Africa/Tripoli Libya
Africa/Windhoek Namibia
Asia/Baghdad Arabic
Europe/Istanbul Turkey
Asia/Riyadh Arab
Europe/Minsk Belarus
Europe/Moscow Russian
Africa/Nairobi E. Africa
Asia/Tehran Iran
Asia/Dubai Arabian
Europe/Astrakhan Astrakhan
Asia/Baku Azerbaijan
Indian/Mauritius Mauritius
Europe/Saratov Saratov
Asia/Tbilisi Georgian
Europe/Volgograd Volgograd
Asia/Yerevan Caucasus
Asia/Kabul Afghanistan
Asia/Tashkent West Asia
Asia/Yekaterinburg Ekaterinburg
Asia/Karachi Pakistan
Asia/Qyzylorda Qyzylorda
Asia/Calcutta India
Asia/Colombo Sri Lanka
Asia/Katmandu Nepal
Asia/Almaty Central Asia
Asia/Dhaka Bangladesh
Asia/Omsk Omsk
Asia/Rangoon Myanmar
Asia/Bangkok SE Asia
Asia/Barnaul Altai
Asia/Hovd W. Mongolia
Asia/Krasnoyarsk North Asia
Asia/Novosibirsk N. Central Asia
Asia/Tomsk Tomsk
Asia/Shanghai China
Asia/Irkutsk North Asia East
Asia/Singapore Singapore
Australia/Perth W. Australia
Asia/Taipei Taipei
Asia/Ulaanbaatar Ulaanbaatar
Australia/Eucla Aus Central W.
Asia/Chita Transbaikal
Asia/Tokyo Tokyo
Asia/Pyongyang North Korea
Asia/Seoul Korea
Asia/Yakutsk Yakutsk
Australia/Adelaide Cen. Australia
Australia/Darwin AUS Central
Australia/Brisbane E. Australia
Australia/Sydney AUS Eastern
Pacific/Port_Moresby West Pacific
Australia/Hobart Tasmania
Asia/Vladivostok Vladivostok
Australia/Lord_Howe Lord Howe
Pacific/Bougainville Bougainville
Asia/Magadan Magadan
Pacific/Norfolk Norfolk
Asia/Sakhalin Sakhalin
Pacific/Guadalcanal Central Pacific
Pacific/Auckland New Zealand
Pacific/Fiji Fiji
Pacific/Chatham Chatham Islands
Pacific/Tongatapu Tonga
Pacific/Apia Samoa
Pacific/Kiritimati Line Islands`;

const OTHERS = `
Etc/GMT+11 UTC-11
Etc/GMT+9 UTC-09
America/Tijuana Pacific Standard Time (Mexico)
Etc/GMT+8 UTC-08
America/Mazatlan Mountain Standard Time (Mexico)
America/Mexico_City Central Standard Time (Mexico)
America/Cancun Eastern Standard Time (Mexico)
Etc/GMT+2 UTC-02
Etc/UTC UTC
Europe/Samara Russia Time Zone 3
Asia/Srednekolymsk Russia Time Zone 10
Asia/Kamchatka Russia Time Zone 11
Etc/GMT-12 UTC+12
Etc/GMT-13 UTC+13`;

/** Names that Windows and older Exchange servers use or used and that CLDR no longer has, or never had. */
const OBSOLETE = `
Asia/Kamchatka Kamchatka
Etc/GMT+2 Mid-Atlantic
Asia/Yerevan Armenian
America/Mexico_City Mexico`;

let names: Map<string, string> | undefined;

function readNames(): Map<string, string> {
  const found = new Map<string, string>();
  const read = (table: string, suffix: string) => {
    for (const line of table.trim().split("\n")) {
      const space = line.indexOf(" ");
      found.set(line.slice(space + 1).toLowerCase() + suffix, line.slice(0, space));
    }
  };
  read(OBSOLETE, " standard time");
  read(STANDARD_TIMES, " standard time");
  read(OTHERS, "");
  return found;
}

/**
 * The IANA name for a Windows zone name such as `W. Europe Standard Time`, in any letter case; undefined if unknown.
 * Also accepts variants by programs: `W. Europe Standard Time 1` (Exchange, if a calendar has the zone in two
 * versions), `W. Europe Daylight Time`, and `W. Europe` (Notes).
 */
export function ianaNameOfWindowsZone(name: string): string | undefined {
  names ??= readNames();
  const plain = name.trim().toLowerCase();
  const bare = plain.replace(/ \d{1,2}$/, "");
  return (
    names.get(plain) ??
    names.get(bare.replace(/ daylight time$/, " standard time")) ??
    names.get(`${bare} standard time`)
  );
}
