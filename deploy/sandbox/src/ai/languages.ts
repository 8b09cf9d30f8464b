import type { Tone } from './brief.ts';

export type Language = 'en' | 'de' | 'es' | 'fr' | 'ja' | 'ar';

/** What a caption is made of in a language. Written to be read, and to be recognised by program. */
interface Phrases {
  readonly openings: readonly string[];
  readonly subjects: readonly string[];
  readonly details: readonly string[];
  readonly closings: Readonly<Record<'professional' | 'casual' | 'artistic' | 'promotional', string>>;
  /** `at(name)`: where the business is named. */
  readonly at: (business: string) => string;
  /** Between the parts of a sentence, and at its end. */
  readonly comma: string;
  readonly stop: string;
}

const phrases: Readonly<Record<Exclude<Language, 'en'>, Phrases>> = {
  de: {
    openings: ['Ein Blick auf', 'Heute zeigen wir euch', 'Schaut einmal auf', 'Kommt und seht', 'Wir freuen uns über'],
    subjects: ['die ruhige Ecke', 'die Arbeit von heute', 'das kleine Detail', 'den gedeckten Tisch', 'die offene Tür'],
    details: [
      'so wie ihr es kennt',
      'bevor die ersten Gäste kommen',
      'und nichts ist dem Zufall überlassen',
      'mit viel Ruhe und Zeit',
      'ganz ohne Eile',
      'einfach und gut',
      'gerade frisch aufgeräumt',
      'heute etwas früher als sonst',
      'gemacht mit ruhiger Hand',
      'da bleibt man gern stehen',
      'ein wenig näher betrachtet',
      'und alle packen mit an',
      'wie an jedem guten Tag',
      'nach einer langen Woche',
    ],
    closings: {
      professional: 'Sprecht uns gern an.',
      casual: 'Kommt vorbei und sagt hallo.',
      artistic: 'Das Licht macht den Rest.',
      promotional: 'Schaut noch heute bei uns vorbei.',
    },
    at: (business) => ` bei ${business}`,
    comma: ', ',
    stop: '.',
  },
  es: {
    openings: ['Así se ve hoy', 'Hoy os enseñamos', 'Recién llegado:', 'Hecho con cariño:', 'Nos alegra compartir'],
    subjects: [
      'el rincón más tranquilo',
      'el trabajo de hoy',
      'el detalle pequeño',
      'la mesa puesta',
      'la puerta abierta',
    ],
    details: [
      'como lo veis siempre',
      'antes de que llegue la gente',
      'con todo en su sitio',
      'sin prisa y con calma',
      'sencillo y bueno',
      'para los que miran dos veces',
      'recién ordenado para hoy',
      'un poco antes que ayer',
      'hecho con mano tranquila',
      'donde apetece quedarse',
      'visto un poco más de cerca',
      'y cada uno ayuda',
      'después de una semana larga',
      'tal y como salió',
    ],
    closings: {
      professional: 'Estamos aquí para lo que necesitéis.',
      casual: 'Pasad a saludar cuando queráis.',
      artistic: 'La luz hace el resto.',
      promotional: 'Venid a vernos hoy mismo.',
    },
    at: (business) => ` en ${business}`,
    comma: ', ',
    stop: '.',
  },
  fr: {
    openings: [
      'Un regard sur',
      'Aujourd’hui nous vous montrons',
      'Tout juste arrivé :',
      'Fait avec soin :',
      'Nous partageons avec vous',
    ],
    subjects: ['le coin tranquille', 'le travail du jour', 'le petit détail', 'la table dressée', 'la porte ouverte'],
    details: [
      'comme vous le connaissez',
      'avant les premiers clients',
      'avec chaque chose à sa place',
      'sans se presser',
      'simple et bon',
      'pour ceux qui regardent deux fois',
      'fraîchement rangé ce matin',
      'un peu plus tôt que hier',
      'fait d’une main tranquille',
      'où l’on aime rester',
      'vu d’un peu plus près',
      'et chacun donne un coup de main',
      'après une longue semaine',
      'tel que nous l’aimons',
    ],
    closings: {
      professional: 'Nous sommes à votre écoute pour vos projets.',
      casual: 'Passez nous dire bonjour.',
      artistic: 'La lumière fait le reste.',
      promotional: 'Venez nous voir dès aujourd’hui.',
    },
    at: (business) => ` chez ${business}`,
    comma: ', ',
    stop: '.',
  },
  ja: {
    openings: [
      '今日のご紹介は',
      'ただいまお届けするのは',
      '心をこめて仕上げた',
      'いつもの場所から',
      'ご覧いただきたいのは',
    ],
    subjects: ['静かな一角', '今日の仕事', '小さなこだわり', '整えたテーブル', '開いた扉'],
    details: [
      'いつもと変わらない姿で',
      '最初のお客様を待つあいだ',
      'すべてを整えて',
      'ゆっくりと時間をかけて',
      '飾らないおいしさで',
      'やわらかな光のなかで',
      '片づけたばかりの朝に',
      '昨日より少し早く',
      '落ち着いた手つきで',
      'つい足を止めたくなる',
      '少し近くから眺めて',
      'みんなで力を合わせて',
      '長い一週間のあとに',
      'わたしたちの好きなかたちで',
    ],
    closings: {
      professional: 'お気軽にご相談ください。',
      casual: 'ぜひ遊びに来てくださいね。',
      artistic: 'あとは光にまかせて。',
      promotional: '本日もお待ちしております。',
    },
    at: (business) => `、${business}より`,
    comma: '、',
    stop: '。',
  },
  ar: {
    openings: ['نظرة على', 'اليوم نشارككم', 'وصل حديثا:', 'صنع بعناية:', 'يسعدنا أن نقدم لكم'],
    subjects: ['الركن الهادئ', 'عمل اليوم', 'التفصيل الصغير', 'الطاولة الجاهزة', 'الباب المفتوح'],
    details: [
      'كما تعرفونه دائما',
      'قبل وصول أول الضيوف',
      'وكل شيء في مكانه',
      'بهدوء ومن غير عجلة',
      'بسيط وجميل',
      'في ضوء ناعم',
      'بعد ترتيب هذا الصباح',
      'أبكر قليلا من أمس',
      'بيد هادئة وصبورة',
      'حيث يحلو الوقوف',
      'عن قرب أكثر بقليل',
      'والجميع يساعد',
      'بعد أسبوع طويل',
      'كما نحبه نحن',
    ],
    closings: {
      professional: 'يسعدنا تواصلكم معنا.',
      casual: 'تعالوا لزيارتنا وإلقاء التحية.',
      artistic: 'والضوء يكمل الباقي.',
      promotional: 'زورونا اليوم.',
    },
    at: (business) => ` في ${business}`,
    comma: '، ',
    stop: '.',
  },
};

const names: readonly { readonly language: Exclude<Language, 'en'>; readonly named: RegExp }[] = [
  { language: 'de', named: /^(german|deutsch|de\b)/i },
  { language: 'es', named: /^(spanish|español|es\b)/i },
  { language: 'fr', named: /^(french|français|fr\b)/i },
  { language: 'ja', named: /^(japanese|日本語|ja\b)/i },
  { language: 'ar', named: /^(arabic|العربية|ar\b)/i },
];

/** The language that a prompt asks for; English for those that are not spoken here. */
export function languageOf(prompt: string): Language {
  const wanted = /^Language:\s*(.+?)\.?$/m.exec(prompt)?.[1] ?? '';
  return names.find(({ named }) => named.test(wanted))?.language ?? 'en';
}

/** The closing of a tone; those that are no style of captions sound casual. */
function closingOf({ closings }: Phrases, tone: Tone): string {
  return tone === 'professional' || tone === 'artistic' || tone === 'promotional' ? closings[tone] : closings.casual;
}

/** A caption in a language: which parts it takes is told by the seed; a detail that `said` has is left for another one. */
export function captionIn(
  language: Exclude<Language, 'en'>,
  { seed, said, tone, business }: { seed: number; said: string; tone: Tone; business: string | null },
): string[] {
  const { openings, subjects, details, at, comma, stop } = phrases[language];
  const pick = (list: readonly string[], from: number): string => list[(from >>> 0) % list.length] ?? '';
  const turned = details.map((_, turn) => pick(details, (seed >>> 7) + turn));
  const detail = turned.find((one) => !said.includes(one)) ?? turned[0];
  const opening = pick(openings, seed >>> 13);
  const gap = language === 'ja' ? '' : ' ';
  const place = business === null ? '' : at(business);
  return [
    `${opening}${gap}${pick(subjects, seed)}${place}${comma}${detail}${stop}`,
    closingOf(phrases[language], tone),
  ];
}
