import { expect, it } from 'vitest';
import { findWithdrawal, saysWithdrawn } from '../../src/extract/withdrawn-texts.ts';

it.each([
  'Dataset withdrawn',
  'Item Withdrawn | Soil Archive',
  'Deaccessioned Dataset',
  'This dataset has been removed',
  'The requested item is no longer available',
  '410 Gone',
  'Gone',
  'Soil Archive - Tombstone page',
  'Datensatz zurückgezogen – Bodenarchiv',
  'Dieser Datensatz ist nicht mehr verfügbar',
  'Deze dataset is verwijderd',
  'Document retiré',
  'Registro eliminado',
  'Este registro ya no está disponible',
  'Documento removido',
  'Documento rimosso',
  '该数据集已删除',
])('says in a title that the resource was withdrawn: %s', (text) => {
  expect(saysWithdrawn(text)).toBe(true);
});

it.each([
  '',
  'Soil moisture 2019',
  'Objects removed from the Roman villa',
  'Gone fishing: catches of 2019',
  'Withdrawn drugs by country',
  'Deleted genes of yeast',
  'RETRACTED: Soil moisture 2019',
  'Tombstone inscriptions of Attica',
  'Entfernte Sterne',
  'Water withdrawn from wells',
  `${'a page '.repeat(60)} withdrawn`,
])('is the title of something: %s', (text) => {
  expect(saysWithdrawn(text)).toBe(false);
});

it.each([
  'This dataset has been withdrawn at the request of its author.',
  'Soil moisture 2019. This record was permanently deleted on 3 May 2021',
  'Note: this item has been removed from the repository',
  'This data set is no longer available.',
  'This publication was retracted by its publisher',
  'Dieser Datensatz wurde von den Autoren zurückgezogen.',
  'Dieses Dokument ist leider nicht mehr verfügbar',
  'Ce jeu de données a été supprimé à la demande de son auteur',
  'Cette ressource n’est plus disponible',
  'Este conjunto de datos ha sido retirado',
  'Este conjunto de dados já não está disponível',
  'Questo dataset è stato rimosso',
  'Deze dataset is op verzoek van de auteur ingetrokken',
  'Denna datamängd har tagits bort',
  'Dette datasettet er trukket tilbake',
  'Tämä aineisto on poistettu',
  'Ten zbiór danych został wycofany',
  'Tento dataset byl odstraněn',
  'Этот набор данных был удалён',
  '该数据集已被撤回',
  'このデータセットは削除されました',
  '이 데이터셋은 삭제되었습니다',
])('says in a sentence that the resource was withdrawn: %s', (text) => {
  expect(findWithdrawal(text)).toBeDefined();
});

it.each([
  'Samples were removed from the sieve.',
  'The dataset was removed from the analysis',
  'This dataset was removed from the final analysis of 2019',
  'Water was withdrawn from this well',
  'This record is available',
  'This page has been moved or deleted',
  'This dataset replaces one that was withdrawn',
  'Ce jeu de données est disponible',
  'Dieser Datensatz ist verfügbar',
])('tells of something else: %s', (text) => {
  expect(findWithdrawal(text)).toBeUndefined();
});
