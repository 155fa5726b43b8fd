import { isStatement, partsOfTitle } from './not-found-texts.ts';

/** What titles and headings say of a resource that was there, in the languages of repositories. */
const titles = new RegExp(
  [
    // English
    '(?:(?:has|have) been |was |is )?(?:withdrawn|deaccessioned|unpublished|decommissioned)',
    '(?:(?:has|have) been |was )?(?:removed|deleted|taken down)|(?:has been|was) retracted',
    '(?:(?:is|are) )?no longer (?:available|accessible|published)|410 gone|^gone$|^tombstone(?: page)?$',
    // German, Dutch
    '(?:(?:ist|wurde) )?(?:zurückgezogen|gelöscht|entfernt)(?: worden)?|(?:ist )?nicht mehr (?:verfügbar|zugänglich)',
    'verwijderd|ingetrokken|niet meer beschikbaar',
    // French
    "(?:a été )?(?:retirée?|supprimée?|dépubliée?)|n['’]est plus (?:disponible|accessible)",
    // Spanish, Portuguese, Italian
    '(?:ha sido |fue )?(?:retirad[oa]|eliminad[oa])|ya no está disponible',
    '(?:foi )?(?:removid[oa]|excluíd[oa])|(?:já )?não está (?:mais )?disponível',
    '(?:è stat[oa] )?(?:ritirat[oa]|rimoss[oa]|cancellat[oa])|non è più disponibile',
    // Swedish, Danish, Norwegian, Finnish
    'har (?:tagits bort|dragits tillbaka)|borttagen|inte längre tillgänglig',
    'er (?:fjernet|slettet|trukket tilba(?:ge|ke))|on poistettu',
    // Polish, Czech, Russian
    'został[ao]? (?:wycofan[ye]|usunięt[ye])|byla? (?:stažena?|odstraněna?)',
    '(?:был[аои]? )?(?:удал[её]н[аоы]?|отозван[аоы]?)',
    // Chinese, Japanese, Korean
    '已(?:被)?(?:撤回|撤销|删除|移除|下架|刪除)|削除されました|取り下げられました|(?:삭제|철회)되었습니다',
  ].join('|'),
  'iu',
);

/**
 * Whether a title or heading says, in whole or in one of its parts, that the resource was withdrawn
 * or removed. Those with other words are about something: `Objects removed from the villa`.
 */
export function saysWithdrawn(text: string): boolean {
  return partsOfTitle(text).some((part) => isStatement(part, titles));
}

/** Up to five words between the parts of a verb: "has been permanently removed". */
const some = String.raw`(?: \p{L}+){0,5}`;

/**
 * Sentences in the text of a tombstone page: of a dataset, record or item, but not of a page, which
 * error pages are about. "The" is not enough: descriptions tell of samples that were removed.
 */
const sentences = new RegExp(
  [
    // English
    'this (?:data ?set|data package|record|item|resource|publication|deposit|submission|study|' +
      'collection|document|entry|object|work|version)' +
      `(?: (?:has been|was|is|had to be)${some} (?:withdrawn|deaccessioned|retracted|unpublished|` +
      `taken down|decommissioned|no longer (?:available|accessible|published|public))` +
      // Parts of data are removed as well, but not from a repository.
      `| (?:has been|was|had to be)${some} (?:removed|deleted)` +
      String.raw`(?! from(?: \p{L}+){0,3} (?:analys|calculation|list|model|sample|stud|survey)))`,
    // German, Dutch
    'diese[rs]? (?:datensatz|datenpaket|eintrag|ressource|objekt|publikation|dokument|daten|version)' +
      ` (?:(?:wurde|wurden|ist|sind)${some} (?:zurückgezogen|gelöscht|entfernt)` +
      `|(?:ist|sind)${some} nicht mehr (?:verfügbar|zugänglich|vorhanden))`,
    `(?:deze|dit) (?:dataset|record|document|publicatie|item|bron) (?:is|werd)${some} ` +
      '(?:verwijderd|ingetrokken|niet meer beschikbaar)',
    // French
    '(?:ce|cet|cette) (?:jeu de données|enregistrement|document|ressource|notice|publication|fiche)' +
      ` (?:a été${some} (?:retir|supprim|dépubli)ée?|n['’]est plus (?:disponible|accessible))`,
    // Spanish, Portuguese, Italian
    'est[ea] (?:conjunto de datos|registro|documento|recurso|ítem|publicación)' +
      ` (?:(?:ha sido|fue)${some} (?:retirad|eliminad|borrad)[oa]|ya no está disponible)`,
    'est[ea] (?:conjunto de dados|registr?o|documento|recurso|item|publicação)' +
      ` (?:foi${some} (?:retirad|removid|eliminad|excluíd)[oa]|(?:já )?não está (?:mais )?disponível)`,
    'quest[oa] (?:dataset|set di dati|record|documento|risorsa|elemento|pubblicazione)' +
      ` (?:è stat[oa]${some} (?:ritirat|rimoss|eliminat|cancellat)[oa]|non è più disponibile)`,
    // Swedish, Danish, Norwegian, Finnish
    '(?:den här|denna|detta) (?:datamängden|datamängd|posten|post|dokument|resursen|resurs)' +
      ' (?:har (?:tagits bort|dragits tillbaka|raderats)|är (?:borttagen|inte längre tillgänglig))',
    '(?:dette|denne) (?:datasæt|datasættet|datasett|datasettet|dokument|dokumentet|post|posten)' +
      ' er (?:fjernet|slettet|trukket tilba(?:ge|ke)|ikke (?:længere|lenger) tilgængelig)',
    'tämä (?:aineisto|tietue|julkaisu|dokumentti) on (?:poistettu|vedetty pois)',
    // Polish, Czech, Russian
    '(?:ten|ta|to) (?:zbiór danych|rekord|dokument|zasób|publikacja) został[ao]? ' +
      '(?:wycofan|usunięt)[yea]',
    '(?:tento|tato|toto) (?:dataset|záznam|dokument|datová sada) byla? (?:stažen|odstraněn|smazán)a?',
    '(?:этот|эта|данный|данная) (?:набор данных|запись|документ|ресурс|публикация) ' +
      '(?:был[аои]? )?(?:удал[её]н|отозван)[аоы]?',
    // Chinese, Japanese, Korean
    '(?:该|此|本)(?:数据集|记录|资源|文件|条目|文档|資料|條目)已(?:被)?(?:撤回|撤销|删除|移除|下架|刪除)',
    '(?:この|本)(?:データセット|レコード|資料|アイテム)は(?:削除され|取り下げられ|撤回され)',
    '이 (?:데이터셋|자료|레코드|항목)[은는이가] (?:삭제|철회)되',
  ].join('|'),
  'iu',
);

/**
 * Finds the sentence of a short page that says that its resource was withdrawn or removed.
 * @param text with single blanks
 */
export function findWithdrawal(text: string): string | undefined {
  return sentences.exec(text)?.[0];
}
