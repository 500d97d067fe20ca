#include "CUprightGalleryFiles.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char gallery_css[] = {
#embed "../Assets/gallery.css"
};
static const unsigned char ratios_css[] = {
#embed "../Assets/ratios.css"
};
static const unsigned char colours_css[] = {
#embed "../Assets/colours.css"
};
static const unsigned char words_js[] = {
#embed "../Assets/words.js"
};
static const unsigned char en_txt[] = {
#embed "../Words/en.txt"
};
static const unsigned char ar_txt[] = {
#embed "../Words/ar.txt"
};
static const unsigned char de_txt[] = {
#embed "../Words/de.txt"
};
static const unsigned char es_txt[] = {
#embed "../Words/es.txt"
};
static const unsigned char fr_txt[] = {
#embed "../Words/fr.txt"
};
static const unsigned char it_txt[] = {
#embed "../Words/it.txt"
};
static const unsigned char ja_txt[] = {
#embed "../Words/ja.txt"
};
static const unsigned char ko_txt[] = {
#embed "../Words/ko.txt"
};
static const unsigned char pt_txt[] = {
#embed "../Words/pt.txt"
};
static const unsigned char ru_txt[] = {
#embed "../Words/ru.txt"
};
static const unsigned char zh_Hans_txt[] = {
#embed "../Words/zh-Hans.txt"
};
static const unsigned char nl_txt[] = {
#embed "../Words/nl.txt"
};
static const unsigned char sv_txt[] = {
#embed "../Words/sv.txt"
};
static const unsigned char pl_txt[] = {
#embed "../Words/pl.txt"
};
static const unsigned char cs_txt[] = {
#embed "../Words/cs.txt"
};
static const unsigned char tr_txt[] = {
#embed "../Words/tr.txt"
};
static const unsigned char uk_txt[] = {
#embed "../Words/uk.txt"
};
static const unsigned char id_txt[] = {
#embed "../Words/id.txt"
};
static const unsigned char vi_txt[] = {
#embed "../Words/vi.txt"
};
static const unsigned char el_txt[] = {
#embed "../Words/el.txt"
};
static const unsigned char he_txt[] = {
#embed "../Words/he.txt"
};
static const unsigned char fa_txt[] = {
#embed "../Words/fa.txt"
};
static const unsigned char hi_txt[] = {
#embed "../Words/hi.txt"
};
static const unsigned char th_txt[] = {
#embed "../Words/th.txt"
};
static const unsigned char zh_Hant_txt[] = {
#embed "../Words/zh-Hant.txt"
};
static const unsigned char grid_js[] = {
#embed "../Assets/grid.js"
};
static const unsigned char place_js[] = {
#embed "../Assets/place.js"
};
static const unsigned char timeline_js[] = {
#embed "../Assets/timeline.js"
};
static const unsigned char select_js[] = {
#embed "../Assets/select.js"
};
static const unsigned char viewer_js[] = {
#embed "../Assets/viewer.js"
};
static const unsigned char tiles_js[] = {
#embed "../Assets/tiles.js"
};
static const unsigned char map_js[] = {
#embed "../Assets/map.js"
};
static const unsigned char search_js[] = {
#embed "../Assets/search.js"
};
static const unsigned char icon_svg[] = {
#embed "../Assets/icon.svg"
};
static const unsigned char about_html[] = {
#embed "../Templates/about.html"
};
static const unsigned char album_html[] = {
#embed "../Templates/album.html"
};
static const unsigned char albums_html[] = {
#embed "../Templates/albums.html"
};
static const unsigned char failures_html[] = {
#embed "../Templates/failures.html"
};
static const unsigned char map_html[] = {
#embed "../Templates/map.html"
};
static const unsigned char message_html[] = {
#embed "../Templates/message.html"
};
static const unsigned char page_html[] = {
#embed "../Templates/page.html"
};
static const unsigned char pager_html[] = {
#embed "../Templates/pager.html"
};
static const unsigned char picture_html[] = {
#embed "../Templates/picture.html"
};
static const unsigned char rows_html[] = {
#embed "../Templates/rows.html"
};
static const unsigned char search_html[] = {
#embed "../Templates/search.html"
};
static const unsigned char sheet_html[] = {
#embed "../Templates/sheet.html"
};
static const unsigned char sign_in_html[] = {
#embed "../Templates/sign-in.html"
};
static const unsigned char tiles_html[] = {
#embed "../Templates/tiles.html"
};
static const unsigned char timeline_html[] = {
#embed "../Templates/timeline.html"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} files[] = {
    {"gallery.css", gallery_css, sizeof gallery_css},
    {"ratios.css", ratios_css, sizeof ratios_css},
    {"colours.css", colours_css, sizeof colours_css},
    {"words.js", words_js, sizeof words_js},
    {"en.txt", en_txt, sizeof en_txt},
    {"ar.txt", ar_txt, sizeof ar_txt},
    {"de.txt", de_txt, sizeof de_txt},
    {"es.txt", es_txt, sizeof es_txt},
    {"fr.txt", fr_txt, sizeof fr_txt},
    {"it.txt", it_txt, sizeof it_txt},
    {"ja.txt", ja_txt, sizeof ja_txt},
    {"ko.txt", ko_txt, sizeof ko_txt},
    {"pt.txt", pt_txt, sizeof pt_txt},
    {"ru.txt", ru_txt, sizeof ru_txt},
    {"zh-Hans.txt", zh_Hans_txt, sizeof zh_Hans_txt},
    {"nl.txt", nl_txt, sizeof nl_txt},
    {"sv.txt", sv_txt, sizeof sv_txt},
    {"pl.txt", pl_txt, sizeof pl_txt},
    {"cs.txt", cs_txt, sizeof cs_txt},
    {"tr.txt", tr_txt, sizeof tr_txt},
    {"uk.txt", uk_txt, sizeof uk_txt},
    {"id.txt", id_txt, sizeof id_txt},
    {"vi.txt", vi_txt, sizeof vi_txt},
    {"el.txt", el_txt, sizeof el_txt},
    {"he.txt", he_txt, sizeof he_txt},
    {"fa.txt", fa_txt, sizeof fa_txt},
    {"hi.txt", hi_txt, sizeof hi_txt},
    {"th.txt", th_txt, sizeof th_txt},
    {"zh-Hant.txt", zh_Hant_txt, sizeof zh_Hant_txt},
    {"grid.js", grid_js, sizeof grid_js},
    {"place.js", place_js, sizeof place_js},
    {"timeline.js", timeline_js, sizeof timeline_js},
    {"select.js", select_js, sizeof select_js},
    {"viewer.js", viewer_js, sizeof viewer_js},
    {"tiles.js", tiles_js, sizeof tiles_js},
    {"map.js", map_js, sizeof map_js},
    {"search.js", search_js, sizeof search_js},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"about.html", about_html, sizeof about_html},
    {"album.html", album_html, sizeof album_html},
    {"albums.html", albums_html, sizeof albums_html},
    {"failures.html", failures_html, sizeof failures_html},
    {"map.html", map_html, sizeof map_html},
    {"message.html", message_html, sizeof message_html},
    {"page.html", page_html, sizeof page_html},
    {"pager.html", pager_html, sizeof pager_html},
    {"picture.html", picture_html, sizeof picture_html},
    {"rows.html", rows_html, sizeof rows_html},
    {"search.html", search_html, sizeof search_html},
    {"sheet.html", sheet_html, sizeof sheet_html},
    {"sign-in.html", sign_in_html, sizeof sign_in_html},
    {"tiles.html", tiles_html, sizeof tiles_html},
    {"timeline.html", timeline_html, sizeof timeline_html},
};

const unsigned char *cgallery_file(const char *name, size_t *count) {
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        if (strcmp(files[index].name, name) == 0) {
            *count = files[index].count;
            return files[index].bytes;
        }
    }
    return NULL;
}
