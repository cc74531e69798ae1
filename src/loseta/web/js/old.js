/* Run only by browsers that know no modules: they get a sentence at once. */
document.documentElement.className += " old";
